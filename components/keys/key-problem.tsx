import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { knownProblem } from "#components/secrets/service-list.tsx";
import { Failure } from "#components/ui/message.tsx";
import { ApiError } from "#lib/browser/api.ts";

/** What was tried; the message differs where the next step does. */
export type KeyAction = "list" | "create" | "delete" | "rotate" | "replace" | "adopt" | "check";

/** The message for an error, by its code. */
export const problemOf = (code: string) => knownProblem(code, ["CURRENT_KEY_UNKNOWN"]);

type Props = { error: Error | null; action: KeyAction; children?: ReactNode };

/** Why an action on keys failed and what to do next; empty without an error. */
export function KeyProblem({ error, action, children }: Props) {
  const t = useTranslations("keys.problem");
  const problem = problemOf(error instanceof ApiError ? error.code : "");
  return <Failure says={error && t(problem, { action })}>{children}</Failure>;
}
