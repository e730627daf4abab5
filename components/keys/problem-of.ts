import { knownProblem } from "#components/secrets/known-problem.ts";

/** What was tried: words differ where the next step does. */
export type KeyAction = "list" | "create" | "delete" | "rotate" | "replace" | "adopt" | "check";

/** Which words a failure gets, by its code. */
export const problemOf = (code: string) => knownProblem(code, ["CURRENT_KEY_UNKNOWN"]);
