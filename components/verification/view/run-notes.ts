import type { FindingsRun, VerificationItem } from "#lib/contract/verifications/verification.ts";

export type RunNote =
  | "beforeReopening"
  | "provisional"
  | "read"
  | "unknownSource"
  /** No findings is no formal approval. */
  | "noApproval"
  /** An item completed after the run. */
  | "behindItems";

/**
 * What a reader has to know before relying on a run (interface, Findings runs): what kind of run it is where that is not a
 * valid final one, that an empty list approves nothing, and that the service will run again because an item completed
 * since. Pass items for the current run only: earlier ones are behind anyway.
 */
export function runNotes(run: FindingsRun, items: readonly VerificationItem[] = []): RunNote[] {
  const kind = kindNote(run);
  const { computed_at } = run;
  const behind = computed_at !== null && items.some(({ completed_at }) => completed_at && completed_at > computed_at);
  return [
    ...(kind ? [kind] : []),
    ...(behind ? ["behindItems" as const] : []),
    ...(run.items.length === 0 ? ["noApproval" as const] : []),
  ];
}

function kindNote(run: FindingsRun): RunNote | null {
  if (run.before_reopening) return "beforeReopening";
  if (run.found_by === "api") return "read";
  if (run.source === "final") return null;
  return run.source === "provisional" ? "provisional" : "unknownSource";
}
