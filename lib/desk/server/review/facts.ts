import { createHmac } from "node:crypto";
import type { FindingsRun } from "#lib/core/contract/verifications/verification.ts";
import { hashKey } from "#lib/core/server/vault/hash-key.ts";
import { readSharedFacts, type SharedFacts } from "#lib/core/server/verifications/get.ts";
import { collectItems, type ItemChange } from "#lib/core/server/verifications/items.ts";
import type { ReviewFacts, ReviewItem, ReviewRun } from "#lib/desk/contract/review/facts.ts";
import { endOfSecond, type Instant } from "#lib/platform/contract/time.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import type { Client, Pooled } from "#lib/platform/server/db/database.ts";
import { readStatements } from "#lib/statements/server/table.ts";
import { readReviewPeople } from "./people.ts";

/** Key of the hashes by which people are compared, so that reviews keep no personal data. */
const HASH_KEY = hashKey("review_key", "reviews", LOCKS.reviewKey);

/** Call it before `readFacts`, outside of its transaction. */
export const prepareFacts = (connection: Pooled): Promise<void> => HASH_KEY.create(connection);

const SUMMARY = `
  SELECT status, status_at, documents_status, documents_status_at, created_at, first_completed_at,
    (SELECT min(read_at) FROM verification_snapshots AS read
      WHERE read.verification_id = summary.verification_id AND read.subject = 'verification'
        AND read.status = summary.status AND read.read_at > summary.status_at) AS status_confirmed_at,
    (SELECT min(read_at) FROM verification_snapshots AS read
      WHERE read.verification_id = summary.verification_id AND read.subject = 'verification'
        AND read.documents_status = 'full_upload') AS full_upload_read_at,
    (SELECT max(read_at) FROM verification_snapshots AS read
      WHERE read.verification_id = summary.verification_id AND read.subject = 'verification') AS read_at,
    (SELECT min(began_at) FROM outages WHERE ended_at IS NULL) AS deaf_since,
    (SELECT kind = 'snapshot' FROM inbox WHERE inbox.verification_id = summary.verification_id ORDER BY id LIMIT 1)
      IS TRUE AND NOT EXISTS (
        SELECT FROM verification_statements AS statement WHERE statement.verification_id = summary.verification_id
          AND event_name = 'verification.v2.created'
      ) AS imported
  FROM verification_summaries AS summary WHERE verification_id = $1`;

type Summary = Pick<
  ReviewFacts,
  | "status"
  | "status_at"
  | "documents_status"
  | "documents_status_at"
  | "created_at"
  | "status_confirmed_at"
  | "read_at"
  | "deaf_since"
  | "imported"
> & { first_completed_at: Instant | null; full_upload_read_at: Instant | null };

/** The distinct signing times of facts; `counts`: whether a fact of that time counts for stalling. */
const SIGNED = `
  SELECT signed_before, bool_or(counts) AS counts FROM (
    SELECT signed_before, false AS counts FROM verification_statements WHERE verification_id = $1
    UNION ALL SELECT signed_before, true FROM document_status_changes WHERE verification_id = $1
    UNION ALL SELECT signed_before, true FROM findings_runs WHERE verification_id = $1
    UNION ALL SELECT signed_before, true FROM item_changes WHERE verification_id = $1
    UNION ALL SELECT signed_before, true FROM curp_lookups WHERE verification_id = $1
    UNION ALL SELECT signed_before, false FROM label_changes WHERE verification_id = $1
  ) AS signed GROUP BY signed_before ORDER BY signed_before`;

const RECEIVED = `
  SELECT signed_at, min(received_at) AS received_at FROM inbox
  WHERE verification_id = $1 AND kind = 'delivery' AND state = 'applied' GROUP BY signed_at`;

/** Time at which the current run was first signed, and first read. */
const RUN_KNOWN = `
  SELECT (SELECT min(signed_before) FROM findings_runs WHERE verification_id = $1 AND run_id = $2) AS signed_before,
    (SELECT min(read_at) FROM verification_snapshots WHERE verification_id = $1 AND subject = 'verification'
      AND findings IS NOT NULL AND findings_computed_at IS NOT DISTINCT FROM $3::timestamptz) AS read_at`;

/**
 * The facts of a verification for the rules of reviews; null for an unknown verification. All statements must see one
 * state: run it in a REPEATABLE READ transaction or under the lock of the review. `shared`: facts read before in that
 * transaction.
 */
export async function readFacts(
  client: Client,
  verification_id: string,
  shared?: SharedFacts,
): Promise<ReviewFacts | null> {
  const [summary] = (await client.query<Summary>(SUMMARY, [verification_id])).rows;
  if (!summary) return null;
  const key = await HASH_KEY.find(client);
  if (!key) throw new Error("prepareFacts was not called");
  const { rows: signed } = await client.query<{ signed_before: Instant; counts: boolean }>(SIGNED, [verification_id]);
  const { rows: received } = await client.query<{ signed_at: number; received_at: Instant }>(RECEIVED, [
    verification_id,
  ]);
  const arrivals = new Map(received.map(({ signed_at, received_at }) => [endOfSecond(signed_at), received_at]));
  const knownAt: KnownAt = (signed_before) => arrivals.get(signed_before) ?? signed_before;
  const { findings, itemChanges, labels } = shared ?? (await readSharedFacts(client, verification_id));
  const { runs, finished_at, reopening } = findings;
  const { first_completed_at, full_upload_read_at, ...rest } = summary;
  const run = await runOf(client, verification_id, runs[0], knownAt);
  return {
    ...rest,
    run,
    items: itemsOf(itemChanges, knownAt),
    people: await readReviewPeople(client, verification_id, {
      knownAt,
      hash: (text) => createHmac("sha256", key).update(text).digest("hex"),
    }),
    labels: labels
      .filter(({ removed_at }) => removed_at === null)
      .map(({ label }) => label)
      .toSorted(),
    reopened_at: reopening && (reopening.by_event ?? reopening.by_reading) === null ? reopening.at : null,
    first_complete_at: earliest([...finished_at, first_completed_at, full_upload_read_at]),
    last_fact_at: latest([
      ...signed.filter(({ counts }) => counts).map(({ signed_before }) => signed_before),
      summary.status_at,
      summary.documents_status_at,
      runs[0]?.found_by === "api" ? (run?.known_at ?? null) : null,
    ]),
    statements: await readStatements(client, verification_id),
    events_at: signed.map(({ signed_before }) => signed_before),
  };
}

/** Time of receipt of the fact with this signing time. */
type KnownAt = (signed_before: Instant) => Instant;

const known = (instants: readonly (Instant | null)[]): Instant[] =>
  instants.filter((instant) => instant !== null).toSorted();
const earliest = (instants: readonly (Instant | null)[]): Instant | null => known(instants)[0] ?? null;
const latest = (instants: readonly (Instant | null)[]): Instant | null => known(instants).at(-1) ?? null;

async function runOf(
  client: Client,
  verification_id: string,
  current: FindingsRun | undefined,
  knownAt: KnownAt,
): Promise<ReviewRun | null> {
  if (!current) return null;
  const { run_id, source, computed_at, before_reopening, items, found_by } = current;
  const { rows } = await client.query<{ signed_before: Instant | null; read_at: Instant | null }>(RUN_KNOWN, [
    verification_id,
    run_id,
    computed_at,
  ]);
  const { signed_before = null, read_at = null } = rows[0] ?? {};
  const known_at = found_by === "event" && signed_before ? knownAt(signed_before) : (read_at ?? computed_at);
  if (known_at === null) return null;
  return { run_id, source, computed_at, before_reopening, items, known_at };
}

function itemsOf(changes: readonly ItemChange[], knownAt: KnownAt): ReviewItem[] {
  const byItem = Map.groupBy(changes, ({ item_id }) => item_id);
  return collectItems(changes).map(({ item_id, item_type, item_error, problem, completed_at }) => {
    const own = byItem.get(item_id) ?? [];
    const known_at = earliest(own.map(({ signed_before }) => knownAt(signed_before))) as Instant;
    return { item_id, item_type, item_error, problem, problem_at: problemAt(own, knownAt), completed_at, known_at };
  });
}

/** Time since which an item is known to need attention with its current type and error; null if it needs none. */
function problemAt(changes: readonly ItemChange[], knownAt: KnownAt): Instant | null {
  const stateOf = ({ problem, item_type, item_error }: ItemChange) =>
    problem && JSON.stringify([problem, item_type, item_error]);
  const state = changes.map(stateOf).at(-1);
  if (!state) return null;
  const other = changes.findLastIndex((change) => stateOf(change) !== state);
  return earliest(changes.slice(other + 1).map(({ signed_before }) => knownAt(signed_before)));
}
