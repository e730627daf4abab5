import type { ReactNode } from "react";
import { useErrorWords } from "#components/page/error-words.ts";
import { Failure } from "#components/ui/message.tsx";

/** What was tried; the message differs where the next step does. */
export type KeyAction = "list" | "create" | "delete" | "rotate" | "replace" | "adopt" | "check";

type Props = { error: Error | null; action: KeyAction; children?: ReactNode };

/** Why an action on keys failed and what to do next; empty without an error. */
export function KeyProblem({ error, action, children }: Props) {
  const problem = useErrorWords("keys.problem");
  return <Failure says={error && problem(error, { action })}>{children}</Failure>;
}
