import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { knownProblem } from "#components/secrets/service-list.tsx";
import { Failure } from "#components/ui/message.tsx";
import { ApiError } from "#lib/browser/api.ts";

/** What was tried: words differ where the next step does. */
export type KeyAction = "list" | "create" | "delete" | "rotate" | "replace" | "adopt" | "check";

/** Which words a failure gets, by its code. */
export const problemOf = (code: string) => knownProblem(code, ["CURRENT_KEY_UNKNOWN"]);

type Props = { error: Error | null; action: KeyAction; children?: ReactNode };

/** Why something about keys did not work and what to do next; nothing while there is nothing to say. */
export function KeyProblem({ error, action, children }: Props) {
  const t = useTranslations("keys.problem");
  const problem = problemOf(error instanceof ApiError ? error.code : "");
  return <Failure says={error && t(problem, { action })}>{children}</Failure>;
}
