import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Failure } from "#components/ui/failure.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { type KeyAction, problemOf } from "./problem-of.ts";

type Props = { error: Error | null; action: KeyAction; children?: ReactNode };

/** Why something about keys did not work and what to do next; nothing while there is nothing to say. */
export function KeyProblem({ error, action, children }: Props) {
  const t = useTranslations("keys.problem");
  const problem = problemOf(error instanceof ApiError ? error.code : "");
  return <Failure says={error && t(problem, { action })}>{children}</Failure>;
}
