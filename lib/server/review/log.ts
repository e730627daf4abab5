import type { Basis, Handled } from "#lib/contract/review/facts.ts";
import type { StoredReview } from "#lib/contract/review/transitions.ts";
import type { Instant } from "#lib/contract/time.ts";
import type {
  Difference,
  LogKind,
  Reason,
  RequestPoint,
  Resolution,
  ReviewLogEntry,
  ReviewState,
} from "#lib/contract/verifications/review.ts";
import { type Client, type Database, database } from "#lib/server/db/database.ts";
import { TOLD } from "#lib/server/db/review-log.ts";

/** Who does something with a review. */
export type Actor = { id: string; name: string };

/** An entry as it is written; the names of accounts are looked up. */
export type LogEntry = {
  kind: LogKind;
  /** Null for the rules. */
  actor: Actor | null;
  state: ReviewState | null;
  resolution: Resolution | null;
  reason_code: string | null;
  reason: string | null;
  reasons: Reason[];
  assignee: string | null;
  follow_up_on: string | null;
  review_on: string | null;
  basis: Basis | null;
  digest: string | null;
  undoes: number | null;
  differences: Difference[];
  handled: Handled[];
  request: RequestPoint[];
  /** The review as it was before a user's step, for taking that back. */
  before: StoredReview | null;
};

const WRITE = `
  INSERT INTO review_log (verification_id, at, kind, user_id, user_name, state, resolution, reason_code, reason, reasons,
    assignee, assignee_name, follow_up_on, policy_version, basis, digest, undoes, differences, handled, request, before, review_on)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (SELECT name FROM users WHERE id = $11), $12, $13, $14, $15, $16,
    $17, $18, $19, $20, $21)`;

type Place = { verification_id: string; at: Instant; policy_version: number };

/** Adds entries, in this order, within the caller's transaction. */
export async function writeLog(tx: Client, entries: readonly LogEntry[], place: Place): Promise<void> {
  for (const entry of entries) {
    await tx.query(WRITE, [
      place.verification_id,
      place.at,
      entry.kind,
      entry.actor?.id ?? null,
      entry.actor?.name ?? null,
      entry.state,
      entry.resolution,
      entry.reason_code,
      entry.reason,
      entry.reasons,
      entry.assignee,
      entry.follow_up_on,
      place.policy_version,
      entry.basis && JSON.stringify(entry.basis),
      entry.digest,
      entry.undoes,
      JSON.stringify(entry.differences),
      JSON.stringify(entry.handled),
      JSON.stringify(entry.request),
      entry.before && JSON.stringify(entry.before),
      entry.review_on,
    ]);
  }
}

type LogRow = Omit<ReviewLogEntry, "user" | "assignee"> & {
  user_id: string | null;
  user_name: string | null;
  assignee: string | null;
  assignee_name: string | null;
};

/** More than anyone reads of one file. */
const MOST = 500;

/** `GET /api/verifications/{id}/review/log`: the newest first. */
export const listLog = async (
  verification_id: string,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<{ items: ReviewLogEntry[] }> => ({ items: await readLog(pool, verification_id) });

/** Entries of a review after this one, the newest first. */
export async function readLog(client: Client, verification_id: string, after = 0): Promise<ReviewLogEntry[]> {
  const { rows } = await client.query<LogRow>(
    `SELECT id AS entry_id, at, ${TOLD.kind} AS kind, user_id, user_name, state, resolution, ${TOLD.reason_code} AS reason_code,
       ${TOLD.reason} AS reason, reasons, assignee, assignee_name, follow_up_on, review_on, policy_version, digest, undoes, differences,
       handled, request
     FROM review_log AS log WHERE verification_id = $1 AND id > $2 ORDER BY id DESC LIMIT ${MOST}`,
    [verification_id, after],
  );
  return rows.map(({ user_id, user_name, assignee, assignee_name, ...row }) => ({
    ...row,
    user: user_id === null ? null : { user_id, name: user_name ?? "" },
    assignee: assignee === null ? null : { user_id: assignee, name: assignee_name ?? "" },
  }));
}
