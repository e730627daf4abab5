import { CONTRACT_VERSION } from "#lib/core/contract/events/event.ts";
import type { SnapshotSubject } from "#lib/core/contract/events/snapshot.ts";
import type { FactKind } from "#lib/core/contract/verifications/activity.ts";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import {
  type ChangedSnapshot,
  type FactTable,
  writeFacts,
  writeSnapshots,
} from "#lib/core/server/projections/facts.ts";
import { queueReviews } from "#lib/core/server/projections/queue-reviews.ts";
import { lockSummaries, summarise } from "#lib/core/server/projections/summarise.ts";
import { findGaps } from "#lib/core/server/projections/summarise-status.ts";
import { writePeople } from "#lib/core/server/projections/write-people.ts";
import { writeTitles } from "#lib/core/server/projections/write-titles.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { type ClaimedRow, type ReadBatch, readBatch } from "./claim.ts";
import { requestReads } from "./drain-requests.ts";

export type BatchResult = { applied: number; unrecognized: number };

/**
 * Statements of a batch look rows up by verification, through indexes that the planner may not choose while its
 * statistics of grown tables are old. JIT compilation would cost more than it saves in a batch of milliseconds. Call it
 * first in each draining transaction.
 */
export const prepareBatch = (client: Client): Promise<unknown> =>
  client.query("SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)");

/**
 * Applies claimed rows in the caller's transaction, all or none: writes facts and snapshots, computes summaries,
 * requests reads, marks the rows and announces the changes.
 */
export async function applyBatch(client: Client, rows: readonly ClaimedRow[], options: { requestReads: boolean }) {
  const batch = readBatch(rows);
  const { deliveries, snapshots, unrecognized } = batch;
  const delivered = new Set(deliveries.map((delivery) => delivery.verification_id));
  const touched = [...new Set([...delivered, ...snapshots.map(({ row }) => row.verification_id)])];
  await lockSummaries(client, touched);
  await queueReviews(client, touched);
  const stated = deliveries.flatMap((delivery) => delivery.facts);
  const facts = await writeFacts(client, stated);
  const reads = snapshots.map(({ row }) => row);
  const changedSnapshots = await writeSnapshots(client, reads);
  await summarise(client, touched);
  const read = (of: SnapshotSubject) => reads.flatMap((row) => (row.subject === of ? [row.verification_id] : []));
  await writePeople(client, [...new Set([...read("people"), ...(facts.get("curp_lookups") ?? [])])], touched);
  await writeTitles(client, [...new Set(read("verification"))]);
  if (options.requestReads) {
    const changes = stated.filter(({ table }) => table === "document_status_changes").map(({ row }) => row.digest);
    const gaps = await findGaps(client, [...(facts.get("document_status_changes") ?? [])], changes);
    await requestReads(client, batch, gaps);
  }
  await markApplied(client, batch);
  await markUnrecognized(client, unrecognized);
  for (const { verification_id } of unrecognized) if (verification_id !== null) delivered.add(verification_id);
  await notifyChanged(client, changedKinds(delivered, facts, changedSnapshots));
  return { applied: deliveries.length + snapshots.length, unrecognized: unrecognized.length };
}

async function markApplied(client: Client, { deliveries, snapshots }: ReadBatch): Promise<void> {
  const ids = [...deliveries, ...snapshots].map((row) => row.id);
  if (ids.length === 0) return;
  await client.query({
    name: "mark applied",
    text: `UPDATE inbox SET state = 'applied', last_error = NULL, next_attempt_at = NULL,
        contract_version = CASE kind WHEN 'delivery' THEN $2::integer END
      WHERE id = ANY($1::bigint[])`,
    values: [ids, CONTRACT_VERSION],
  });
  const relabelled = deliveries.filter((delivery) => delivery.relabelled);
  if (relabelled.length === 0) return;
  await client.query(
    `UPDATE inbox SET event_name = read.event_name, verification_id = read.verification_id
     FROM json_to_recordset($1::json) AS read(id bigint, event_name text, verification_id text) WHERE inbox.id = read.id`,
    [JSON.stringify(relabelled.map(({ id, event_name, verification_id }) => ({ id, event_name, verification_id })))],
  );
}

async function markUnrecognized(client: Client, rows: ReadBatch["unrecognized"]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `UPDATE inbox SET state = 'unrecognized', next_attempt_at = NULL, last_error = read.error,
       event_name = read.event_name, verification_id = read.verification_id, contract_version = $2::integer
     FROM json_to_recordset($1::json) AS read(id bigint, event_name text, verification_id text, error text)
     WHERE inbox.id = read.id`,
    [JSON.stringify(rows), CONTRACT_VERSION],
  );
}

const KIND_OF_TABLE: { [T in FactTable]: FactKind } = {
  document_status_changes: "documents_status",
  findings_runs: "findings",
  item_changes: "items",
  label_changes: "labels",
  curp_lookups: "people",
  verification_statements: "status",
};

/**
 * The announcement of a batch: the kinds of new facts, by verification. Every delivery changes the lists of deliveries,
 * even where it adds no fact. Snapshots are announced only where they differ from the previous read: otherwise the loop
 * of opening → snapshot → message → refetch → read would never end (design §5).
 */
function changedKinds(
  delivered: Iterable<string>,
  facts: ReadonlyMap<FactTable, ReadonlySet<string>>,
  snapshots: readonly ChangedSnapshot[],
): Map<string, Set<FactKind>> {
  const changed = new Map<string, Set<FactKind>>();
  const add = (verificationId: string, kind: FactKind): void => {
    const kinds = changed.get(verificationId) ?? new Set();
    changed.set(verificationId, kinds.add(kind));
  };
  for (const id of delivered) add(id, "delivery");
  for (const [table, ids] of facts) for (const id of ids) add(id, KIND_OF_TABLE[table]);
  for (const { verification_id, subject } of snapshots) {
    add(verification_id, "snapshot");
    if (subject === "people") add(verification_id, "people");
  }
  return changed;
}
