import { knownProblem } from "#components/secrets/known-problem.ts";

/** What was tried: words differ where the next step does. */
export type WebhookAction = "list" | "read" | "create" | "save" | "delete" | "replace" | "connect";

/** Which words a failure gets, by its code; `CHANGED` where somebody else was quicker (412). */
export const problemOf = ({ code, status }: { code: string; status: number }) =>
  status === 412 ? "CHANGED" : knownProblem(code, ["BAD_REQUEST"]);
