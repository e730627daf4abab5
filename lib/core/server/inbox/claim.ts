import type { QueryConfig } from "pg";
import { type EventName, isEventName, readDelivery } from "#lib/core/contract/events/event.ts";
import { NOTHING_STATED, readVerificationSnapshot, type SnapshotSubject } from "#lib/core/contract/events/snapshot.ts";
import type { Fact, SnapshotRow } from "#lib/core/server/projections/facts.ts";
import { factsOfEvent } from "#lib/core/server/projections/facts-of-event.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { RowError } from "./drain-errors.ts";

/** `recent`: received within a day, so that the event may still cause a read of the API. */
type ClaimedColumns = { id: number; verification_id: string | null; event_name: string | null; recent: boolean };

type Delivery = ClaimedColumns & { kind: "delivery"; signed_at: number; body: Buffer | null; stated: Fact[] | null };

type Reading = ClaimedColumns & {
  kind: "snapshot";
  subject: SnapshotSubject;
  read_at: Instant;
  body_hash: string;
  stated: SnapshotRow | null;
};

/** A locked row. Its payload is null after the retention; `stated` then has the rows that it adds. */
export type ClaimedRow = Delivery | (Reading & { answer: string | null });

const COLUMNS = `id, kind, verification_id, event_name, received_at > now() - interval '1 day' AS recent, signed_at, body,
  subject, read_at, encode(body_hash, 'hex') AS body_hash, stated`;

/** Part `index` of `of` parts of all verifications; workers on different parts do not wait for each other's locks. */
export type Part = { index: number; of: number };

export const WHOLE_INBOX: Part = { index: 0, of: 1 };

/**
 * Claims up to `limit` due pending rows of this part, oldest first, previously failed rows last; rows locked by another
 * worker are skipped. The locks last until the transaction ends.
 */
export const claimNext = (client: Client, limit: number, part: Part): Promise<ClaimedRow[]> =>
  claim(client, {
    name: "claim next",
    text: `SELECT ${COLUMNS} FROM inbox
      WHERE state = 'pending' AND (next_attempt_at IS NULL OR next_attempt_at <= now())
        AND (hashtext(COALESCE(verification_id, '')) & 2147483647) % $3::integer = $2::integer
      ORDER BY next_attempt_at NULLS FIRST, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    values: [limit, part.index, part.of],
  });

/** Claims these rows as far as they are still pending and not locked. */
export const claimRows = (client: Client, ids: readonly number[]): Promise<ClaimedRow[]> =>
  claim(client, {
    text: `SELECT ${COLUMNS} FROM inbox
      WHERE id = ANY($1::bigint[]) AND state = 'pending' ORDER BY id FOR UPDATE SKIP LOCKED`,
    values: [ids],
  });

/**
 * Claims up to `limit` applied rows, oldest first, received before a time, with a payload that is not marked as kept:
 * deliveries, or reads of one subject. Rows locked by another process are skipped.
 */
export const claimPayloads = (
  client: Client,
  { subject, before, limit }: { subject: SnapshotSubject | null; before: Instant; limit: number },
): Promise<ClaimedRow[]> =>
  claim(client, {
    text: `SELECT ${COLUMNS} FROM inbox
     WHERE state = 'applied' AND stated IS NULL AND NOT kept AND ${subject === null ? "subject IS NULL" : "subject = $3"} AND received_at < $1
     ORDER BY received_at, id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    values: subject === null ? [before, limit] : [before, limit, subject],
  });

/** The rows of a statement with their answers: equal snapshots share a body by its hash, so each is fetched once. */
async function claim(client: Client, statement: QueryConfig): Promise<ClaimedRow[]> {
  const { rows } = await client.query<Delivery | Reading>(statement);
  const hashes = new Set(rows.flatMap((row) => (row.kind === "snapshot" ? [row.body_hash] : [])));
  const bodies = new Map<string, string>();
  if (hashes.size > 0) {
    const found = await client.query<{ hash: string; body: string }>(
      `SELECT encode(hash, 'hex') AS hash, body FROM snapshot_bodies
       WHERE hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash)`,
      [[...hashes]],
    );
    for (const { hash, body } of found.rows) bodies.set(hash, body);
  }
  return rows.map((row) => (row.kind === "snapshot" ? { ...row, answer: bodies.get(row.body_hash) ?? null } : row));
}

type ParsedRow = { id: number; recent: boolean };

/** The parsed rows of a batch, before anything is written. */
export type ReadBatch = {
  deliveries: (ParsedRow & { verification_id: string; event_name: EventName; relabelled: boolean; facts: Fact[] })[];
  snapshots: (ParsedRow & { row: SnapshotRow })[];
  /** Rows that this contract does not understand (any more); `error` is a typed reason without values from the body. */
  unrecognized: { id: number; event_name: string | null; verification_id: string | null; error: string }[];
};

/** Reads claimed rows. Pure. Throws RowError for a row with an invalid payload. */
export function readBatch(rows: readonly ClaimedRow[]): ReadBatch {
  const batch: ReadBatch = { deliveries: [], snapshots: [], unrecognized: [] };
  for (const row of rows) {
    if (row.kind === "snapshot") batch.snapshots.push(readSnapshot(row));
    else readDeliveryInto(batch, row);
  }
  return batch;
}

function readDeliveryInto(batch: ReadBatch, row: ClaimedRow & { kind: "delivery" }): void {
  const { id, recent } = row;
  if (row.body === null) {
    const { event_name, verification_id } = row;
    if (row.stated === null || verification_id === null || event_name === null || !isEventName(event_name)) {
      throw new RowError("a delivery whose payload is gone");
    }
    batch.deliveries.push({ id, recent, event_name, verification_id, relabelled: false, facts: row.stated });
    return;
  }
  const read = readDelivery(row.body);
  if (!read.recognized) {
    const { event_name, verification_id, reason, detail } = read;
    batch.unrecognized.push({ id, event_name, verification_id, error: `${reason}: ${detail}` });
    return;
  }
  const { event, event_name, verification_id } = read;
  const relabelled = row.event_name !== event_name || row.verification_id !== verification_id;
  const facts = factsOfEvent(event, row.signed_at);
  batch.deliveries.push({ id, recent, event_name, verification_id, relabelled, facts });
}

function readSnapshot(row: ClaimedRow & { kind: "snapshot" }): ParsedRow & { row: SnapshotRow } {
  const { id, recent, verification_id, subject, read_at, body_hash, answer } = row;
  if (row.stated !== null) return { id, recent, row: row.stated };
  if (verification_id === null) throw new RowError("a snapshot without a verification");
  if (answer === null) throw new RowError("a snapshot whose body is gone");
  const stated = subject === "verification" ? readVerificationSnapshot(parse(answer)) : NOTHING_STATED;
  return { id, recent, row: { verification_id, subject, read_at, body_hash, ...stated } };
}

function parse(answer: string): unknown {
  try {
    return parseJson(answer);
  } catch {
    throw new RowError("a snapshot whose body is not JSON");
  }
}
