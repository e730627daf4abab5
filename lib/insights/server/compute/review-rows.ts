import type { Exception } from "#lib/core/contract/verifications/review.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { workingMsBetween } from "#lib/platform/contract/working-time.ts";
import { storedInstant } from "#lib/platform/server/db/database.ts";
import type { DecidedUnder, LogFact } from "./facts.ts";
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
  sentence: "unedited" | "edited" | null;
};

/** Entries that decide, with the author or the approver as their user: a proposal decides nothing yet. */
const DECIDING_KINDS: ReadonlySet<string> = new Set(["decided", "approved", "ratified"]);

export const isDecision = ({ kind, state, resolution }: LogFact): boolean =>
  DECIDING_KINDS.has(kind) && state === "resolved" && resolution !== null;

/** The rows of a file's log, oldest first, without the entries that were taken back. */
export function reviewRows(log: readonly LogFact[], policies: ReadonlyMap<number, DecidedUnder>): ReviewRow[] {
  let state: LogFact["state"] = null;
  let opened: Instant | null = null;
  return log.flatMap((entry) => {
    const before = state;
    state = entry.state;
    const rows: ReviewRow[] = [];
    if (isDecision(entry)) {
      rows.push({ ...plain(entry, "decided"), ...decided(entry, opened, policies.get(entry.policy_version)) });
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
  ...{ took: null, took_working: null, is_on_time: null, exceptions: [], changes: [], sentence: null },
});

function decided(entry: LogFact, opened: Instant | null, policy: DecidedUnder | undefined): Partial<ReviewRow> {
  const { at, resolution } = entry;
  return {
    resolution,
    took: opened && secondsBetween(opened, at),
    took_working: opened && policy ? workingMsBetween(opened, at, policy.working) / 1_000 : null,
    is_on_time: isOnTime(entry),
    exceptions: entry.exceptions,
    sentence: sentenceOf(entry, policy),
  } as Partial<ReviewRow>;
}

/**
 * Whether the reason of an acceptance is a sentence of the policy as it was offered, also behind the documents and people
 * that it is about; null where it is no sentence of the policy.
 */
function sentenceOf(
  { resolution, reason_code, reason }: LogFact,
  policy: DecidedUnder | undefined,
): ReviewRow["sentence"] {
  const known = policy?.catalogue.find(({ code }) => code === reason_code);
  if (resolution !== "accepted" || !known || reason === null) return null;
  const isOffered = [known.en, known.es].some((name) => reason === `${name}.` || reason.endsWith(`: ${name}.`));
  return isOffered ? "unedited" : "edited";
}

/** Null where it was never due. The due time stands still while a review waits. */
function isOnTime({ at, due_at, waiting_since }: LogFact): boolean | null {
  const [due, waiting] = [due_at, waiting_since].map((text) => (text === null ? null : storedInstant(text)));
  return due ? (waiting ?? at) <= due : null;
}

const changesOf = ({ differences }: LogFact): string[] =>
  [...new Set(differences.filter(({ brings_back }) => brings_back).map(({ kind }) => kind))].toSorted();
