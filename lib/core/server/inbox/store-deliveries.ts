import { CONTRACT_VERSION } from "#lib/core/contract/events/event.ts";
import { LIVE_CHANNEL, packMessages } from "#lib/core/server/live/notify.ts";
import { boolArray, byteaArray, int4Array, int8Array, textArray } from "#lib/platform/server/db/binary-array.ts";
import type { Client, Pooled } from "#lib/platform/server/db/database.ts";
import { WORK_CHANNEL } from "#lib/platform/server/db/listen.ts";
import { findMarks, type MarkOf, mentionedIds, rememberedMarks } from "./erasure-marks.ts";

/** An authentic delivery for the inbox. */
export type Delivery = {
  /** The matching `v1`, lowercase hex. */
  signature: string;
  receiver_id: string;
  /** `t` of the signature, Unix seconds. */
  signed_at: number;
  /** The raw body, byte for byte. */
  body: Buffer;
  late: boolean;
  event_name: string | null;
  verification_id: string | null;
  /** Why the contract does not understand it, without values from the body; null if it does. */
  unrecognized: string | null;
};

/**
 * `stored` is false if the signature was known already: a copy of a stored row. Without `id` for a delivery about an
 * erased verification, of which only the signature is kept.
 */
export type StoredDelivery = { id: number | null; stored: boolean };

/**
 * The returned `copies` exceed the sent number only for a row that was known before. The statement is one transaction:
 * its answer means committed, and its notifications go out with the commit. An erasure locks the inbox against every
 * writer (`lib/records/server/privacy/erase.ts`), and a statement has its locks before it reads: its rows are either deleted by
 * the erasure, or stopped by its mark. A caller without marks stores nothing once a mark exists. Deliveries about a
 * blocked verification are stored, and no worker takes them.
 */
const STORE = `
  WITH announced AS MATERIALIZED (
    SELECT pg_notify('${LIVE_CHANNEL}', message) FROM unnest($10::text[]) AS message
  ),
  delivery AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::int8[], $4::bytea[], $5::bool[], $6::text[], $7::text[], $8::text[], $9::int4[])
      AS delivery (signature, receiver_id, signed_at, body, late, event_name, verification_id, last_error, copies)
    WHERE $11 OR NOT EXISTS (SELECT FROM erased_verifications UNION ALL SELECT FROM blocked_verifications)
  ),
  named AS MATERIALIZED (SELECT * FROM unnest($12::text[], $13::bytea[]) AS named (signature, id_hash)),
  blocked AS MATERIALIZED (
    SELECT DISTINCT ON (signature) signature, id_hash, blocked.verification_id
    FROM named JOIN blocked_verifications AS blocked USING (id_hash) ORDER BY signature, id_hash
  ),
  gone AS MATERIALIZED (
    SELECT signature FROM delivery WHERE signature IN (SELECT signature FROM erased_signatures)
    UNION
    SELECT signature FROM named WHERE id_hash IN (SELECT id_hash FROM erased_verifications)
  ),
  remembered AS (
    INSERT INTO erased_signatures (signature) SELECT signature FROM gone ORDER BY signature ON CONFLICT DO NOTHING
  ),
  stored AS (
    INSERT INTO inbox (kind, signature, receiver_id, signed_at, body, late, event_name, verification_id, state, last_error,
      copies, contract_version)
    SELECT 'delivery', signature, receiver_id, signed_at, body, late, event_name,
      COALESCE(verification_id, (SELECT blocked.verification_id FROM blocked WHERE blocked.signature = delivery.signature)),
      CASE WHEN signature IN (SELECT signature FROM blocked) THEN 'blocked'
        WHEN last_error IS NULL THEN 'pending' ELSE 'unrecognized' END,
      last_error, copies, ${CONTRACT_VERSION}
    FROM delivery WHERE signature NOT IN (SELECT signature FROM gone)
    ON CONFLICT (signature) DO UPDATE SET copies = inbox.copies + excluded.copies
    RETURNING id, signature, copies
  )
  SELECT stored.id, stored.signature, stored.copies FROM stored, (SELECT count(*) FROM announced) AS notified
  UNION ALL SELECT NULL, signature, 0 FROM gone`;

/** A row of the batch: the first of its copies, and their number. */
type FoldedDelivery = { delivery: Delivery; copies: number };

/** Copies become one row; rows are in signature order, so that two receivers never deadlock. */
export function foldCopies(deliveries: readonly Delivery[]): FoldedDelivery[] {
  const bySignature = new Map<string, FoldedDelivery>();
  for (const delivery of deliveries) {
    const known = bySignature.get(delivery.signature);
    if (known) known.copies += 1;
    else bySignature.set(delivery.signature, { delivery, copies: 1 });
  }
  return [...bySignature.values()].sort((one, other) => (one.delivery.signature < other.delivery.signature ? -1 : 1));
}

/**
 * The live messages of a batch. A recognized delivery is announced by the worker that applies it; an unrecognized one
 * has no worker, so its entry in the activity is announced here.
 */
function liveMessages(deliveries: readonly Delivery[]): string[] {
  const unknown = deliveries.filter((delivery) => delivery.unrecognized !== null);
  const ids = new Set(unknown.flatMap((delivery) => delivery.verification_id ?? []));
  return packMessages(new Map([...ids].map((id) => [id, new Set(["delivery" as const])])));
}

/**
 * Stores authentic deliveries, all or none, by one statement, which is a transaction by itself unless the client is in one.
 * The caller wakes the workers after the commit (`createInboxAnnouncer`). Answers in the given order; of several copies the
 * first counts as stored. Rejects with the database's error when nothing was stored, or when that is unknown.
 */
export async function storeDeliveries(client: Client, deliveries: readonly Delivery[]): Promise<StoredDelivery[]> {
  if (deliveries.length === 0) return [];
  const rows = foldCopies(deliveries);
  let answered = await store(client, rows, rememberedMarks());
  // An empty answer means that marks exist which this process had not loaded.
  if (answered.length === 0) answered = await store(client, rows, await findMarks(client));
  const sent = new Map(rows.map((row) => [row.delivery.signature, row.copies]));
  const outcomes = new Map<string, StoredDelivery>();
  for (const { id, signature, copies } of answered) {
    outcomes.set(signature, { id, stored: copies === sent.get(signature) });
  }
  return deliveries.map((delivery) => {
    const outcome = outcomes.get(delivery.signature);
    if (!outcome) throw new Error("the database answered for fewer rows than it was given");
    // Further rows with this signature are copies.
    outcomes.set(delivery.signature, { id: outcome.id, stored: false });
    return outcome;
  });
}

type StoreAnswer = { id: number | null; signature: string; copies: number };

async function store(client: Client, rows: readonly FoldedDelivery[], marks: MarkOf | null): Promise<StoreAnswer[]> {
  const of = <T>(column: (delivery: Delivery) => T) => rows.map((row) => column(row.delivery));
  const named = marks ? rows.flatMap(({ delivery }) => namedBy(delivery, marks)) : [];
  const result = await client.query<StoreAnswer>({
    name: "store-deliveries",
    text: STORE,
    values: [
      textArray(of((delivery) => delivery.signature)),
      textArray(of((delivery) => delivery.receiver_id)),
      int8Array(of((delivery) => delivery.signed_at)),
      byteaArray(of((delivery) => delivery.body)),
      boolArray(of((delivery) => delivery.late)),
      textArray(of((delivery) => delivery.event_name)),
      textArray(of((delivery) => delivery.verification_id)),
      textArray(of((delivery) => delivery.unrecognized)),
      int4Array(rows.map((row) => row.copies)),
      textArray(liveMessages(rows.map((row) => row.delivery))),
      marks !== null,
      textArray(named.map(({ signature }) => signature)),
      byteaArray(named.map(({ mark }) => mark)),
    ],
  });
  return result.rows;
}

/** The marks of a delivery's verification; if that is unknown, of every id that it may name. */
function namedBy({ signature, verification_id, body }: Delivery, marks: MarkOf): { signature: string; mark: Buffer }[] {
  const ids = verification_id === null ? mentionedIds(body) : [verification_id];
  return [...ids].map((id) => ({ signature, mark: marks(id) }));
}

/** This transaction writes nothing, so its commit need not wait for the disk or delay other commits. */
const ANNOUNCE = `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${WORK_CHANNEL}', '')`;

/**
 * A function to call after each commit that adds to the inbox: it wakes the workers, one notification at a time. It is
 * not part of the storing transaction, since PostgreSQL commits notifying transactions one after the other, and batches
 * could not share a flush. A lost notification costs a second: workers also poll.
 */
export function createInboxAnnouncer({ pool }: Pooled): () => void {
  let underWay = false;
  let again = false;
  const announce = async () => {
    underWay = true;
    do {
      again = false;
      await pool.query(ANNOUNCE).catch(() => undefined);
    } while (again);
    underWay = false;
  };
  return () => {
    again = true;
    if (!underWay) void announce();
  };
}
