import { SEVERITIES } from "#lib/core/contract/verifications/verification.ts";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import type { Basis, ReviewActions, ReviewFacts, ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { NO_REVIEW, type StoredReview } from "#lib/desk/contract/review/transitions.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** A basis, and the time at which it became current. */
export type KnownBasis = { digest: string; at: Instant; basis: Basis };

/** Number of bases kept, for the versions that users may still see. */
const MAX_BASES = 4;

export type ReviewRow = Pick<StoredReview, "state" | "resolution" | "reasons" | "assignee" | "due_at"> & {
  follow_up_on: string | null;
  digest: string;
  revision: number;
  overdue: boolean;
  gravest: number;
  by_creation: Instant | null;
  standing: ReviewActions & Pick<StoredReview, "submitted_by"> & Partial<Pick<StoredReview, "by_two">>;
  bases: KnownBasis[];
};

const COLUMNS = [
  ...["state", "resolution", "reasons", "assignee", "due_at", "overdue", "follow_up_on", "gravest", "by_creation"],
  ...["digest", "revision", "standing", "bases"],
];

const SELECT = `
  SELECT ${COLUMNS.join(", ").replace("by_creation", "NULLIF(by_creation, '-infinity') AS by_creation")}
  FROM reviews WHERE verification_id = $1 FOR UPDATE`;

/** The row of a review and the review in it; `row` is null without one. */
export type ReadReview = { row: ReviewRow | null; review: StoredReview };

/** Reads and locks a review. The caller has locked its row in `review_due`. */
export async function readStored(tx: Client, verification_id: string): Promise<ReadReview> {
  const [row] = (await tx.query<ReviewRow>(SELECT, [verification_id])).rows;
  if (!row) return { row: null, review: NO_REVIEW };
  const { state, resolution, reasons, assignee, due_at, standing } = row;
  return { row, review: { by_two: false, ...standing, state, resolution, reasons, assignee, due_at } };
}

const WRITE = `
  INSERT INTO reviews (verification_id, ${COLUMNS.join(", ")})
  SELECT $1, ${COLUMNS.join(", ")} FROM jsonb_populate_record(NULL::reviews, $2)
  ON CONFLICT (verification_id) DO UPDATE SET (${COLUMNS.join(", ")}) = ROW (EXCLUDED.${COLUMNS.join(", EXCLUDED.")})`;

type FactsNow = { facts: ReviewFacts; policy: ReviewPolicy; digest: string; basis: Basis; now: Instant };

/** Data that tells two steps apart that change no column: another request, another ratification. */
const stepsOf = ({ wait, handled, submitted, submitted_by, decision }: ReviewRow["standing"]) => ({
  wait,
  handled,
  submitted: submitted && { at: submitted.at },
  submitted_by,
  decision: decision && { at: decision.at, by: decision.by },
});

/** The shown columns: `due_at` only of an open review. */
const shownOf = ({ state, resolution, reasons, assignee, due_at, follow_up_on }: ReviewRow) => ({
  ...{ state, resolution, reasons, assignee, follow_up_on },
  due_at: state === "open" ? due_at : null,
});

/** The new row of a review with the current facts. The revision grows when a step or a shown column has changed. */
export function rowOf({ row }: ReadReview, review: StoredReview, { facts, digest, basis, now }: FactsNow): ReviewRow {
  const { state, resolution, reasons, assignee, due_at, ...standing } = review;
  const bases = row?.bases ?? [];
  const next = {
    ...{ state, resolution, reasons, assignee, due_at, digest, standing },
    overdue: state === "open" && due_at !== null && due_at <= now,
    follow_up_on: state === "waiting" ? (standing.wait?.follow_up_on ?? null) : null,
    gravest: gravestOf(facts),
    by_creation: facts.created_at,
    revision: row?.revision ?? 0,
    bases: bases[0]?.digest === digest ? bases : [{ digest, at: now, basis }, ...bases].slice(0, MAX_BASES),
  };
  const [before, after] = [row, next].map((one) => one && canonicalJson([shownOf(one), stepsOf(one.standing)]));
  return before === after ? next : { ...next, revision: next.revision + 1 };
}

/** Highest severity of the findings: 0 high, 1 medium, 2 low, 3 none of these. */
function gravestOf({ run }: ReviewFacts): number {
  const severities = new Set(run?.items.map(({ severity }) => severity));
  const place = SEVERITIES.findIndex((severity) => severities.has(severity));
  return place === -1 ? SEVERITIES.length : place;
}

/** Writes a changed row, and notifies open pages. */
export async function writeStored(
  tx: Client,
  verification_id: string,
  before: ReviewRow | null,
  row: ReviewRow,
): Promise<void> {
  if (before === null && row.state === null) return;
  if (before !== null && canonicalJson(before) === canonicalJson(row)) return;
  await tx.query(WRITE, [verification_id, JSON.stringify({ ...row, by_creation: row.by_creation ?? "-infinity" })]);
  await notifyChanged(tx, new Map([[verification_id, new Set(["review" as const])]]));
}
