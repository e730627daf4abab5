import type { Working } from "#lib/contract/review/facts.ts";
import { workingMsBetween } from "#lib/contract/review/working-time.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { Exception } from "#lib/contract/verifications/review.ts";
import { storedInstant } from "#lib/server/db/database.ts";
import type { LogFact } from "./facts.ts";
import { secondsBetween } from "./rows.ts";

export type ReviewRow = {
  at: Instant;
  kind: "opened" | "decided" | "reopened";
  resolution: string | null;
  user_id: string | null;
  policy_version: number;
  took: number | null;
  took_working: number | null;
  is_on_time: boolean | null;
  exceptions: Exception[];
  changes: string[];
};

/** Entries that decide, with the author or the approver as their user: a proposal decides nothing yet. */
const DECIDING_KINDS: ReadonlySet<string> = new Set(["decided", "approved", "ratified"]);

export const isDecision = ({ kind, state, resolution }: LogFact): boolean =>
  DECIDING_KINDS.has(kind) && state === "resolved" && resolution !== null;

/** The rows of a file's log, oldest first, without the entries that were taken back. */
export function reviewRows(log: readonly LogFact[], working: ReadonlyMap<number, Working>): ReviewRow[] {
  let state: LogFact["state"] = null;
  let opened: Instant | null = null;
  return log.flatMap((entry) => {
    const before = state;
    state = entry.state;
    const rows: ReviewRow[] = [];
    if (isDecision(entry)) {
      rows.push({ ...plain(entry, "decided"), ...decided(entry, opened, working.get(entry.policy_version)) });
      opened = null;
    } else if (state === "open" && (before === null || before === "resolved")) {
      rows.push(plain(entry, "opened"));
      opened = entry.at;
      const isChanged = entry.kind === "returned" && before === "resolved" && entry.reasons.includes("changed");
      if (isChanged) rows.push({ ...plain(entry, "reopened"), changes: changesOf(entry) });
    } else if (state === null || state === "resolved") opened = null;
    return rows;
  });
}

const plain = ({ at, user_id, policy_version }: LogFact, kind: ReviewRow["kind"]): ReviewRow => ({
  ...{ at, kind, resolution: null, user_id, policy_version },
  ...{ took: null, took_working: null, is_on_time: null, exceptions: [], changes: [] },
});

function decided(entry: LogFact, opened: Instant | null, working: Working | undefined): Partial<ReviewRow> {
  const { at, resolution } = entry;
  return {
    resolution,
    took: opened && secondsBetween(opened, at),
    took_working: opened && working ? workingMsBetween(opened, at, working) / 1_000 : null,
    is_on_time: isOnTime(entry),
    exceptions: entry.exceptions,
  } as Partial<ReviewRow>;
}

/** Null where it was never due. The due time stands still while a review waits. */
function isOnTime({ at, due_at, waiting_since }: LogFact): boolean | null {
  const [due, waiting] = [due_at, waiting_since].map((text) => (text === null ? null : storedInstant(text)));
  return due ? (waiting ?? at) <= due : null;
}

const changesOf = ({ differences }: LogFact): string[] =>
  [...new Set(differences.filter(({ brings_back }) => brings_back).map(({ kind }) => kind))].toSorted();
