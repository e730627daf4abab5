import type { ImportedId } from "#lib/contract/verifications/verification.ts";

export type Entry = { id: string; outcome: ImportedId["outcome"] | null; code: string | null };

export type Progress = {
  /** One an id, in the requested order; `outcome` is null while nothing is known of it. */
  entries: readonly Entry[];
  state: "running" | "done" | "stopped" | "broken";
  /** Why it broke off. */
  code: string | null;
};

export type Step =
  | { type: "result"; line: ImportedId }
  | { type: "ended" }
  | { type: "stopped" }
  | { type: "broken"; code: string }
  | { type: "again" };

export const startProgress = (ids: readonly string[]): Progress => ({
  entries: ids.map((id) => ({ id, outcome: null, code: null })),
  state: "running",
  code: null,
});

export function advance(progress: Progress, step: Step): Progress {
  switch (step.type) {
    case "result": {
      const { verification_id, outcome, code = null } = step.line;
      return {
        ...progress,
        entries: progress.entries.map((entry) => (entry.id === verification_id ? { ...entry, outcome, code } : entry)),
      };
    }
    case "ended":
      return { ...progress, state: "done" };
    case "stopped":
      return { ...progress, state: "stopped" };
    case "broken":
      return { ...progress, state: "broken", code: step.code };
    case "again": {
      const open = new Set(unfinished(progress));
      return {
        entries: progress.entries.map((entry) =>
          open.has(entry.id) ? { ...entry, outcome: null, code: null } : entry,
        ),
        state: "running",
        code: null,
      };
    }
  }
}

/** What can be tried again: failed, or never answered. An id that the service does not know stays unknown. */
export const unfinished = (progress: Progress): string[] =>
  progress.entries.filter(({ outcome }) => outcome === "failed" || outcome === null).map(({ id }) => id);

export function countOutcomes(progress: Progress) {
  const counts = { added: 0, known: 0, not_found: 0, failed: 0, open: 0 };
  for (const { outcome } of progress.entries) counts[outcome ?? "open"] += 1;
  return counts;
}
