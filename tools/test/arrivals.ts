import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { type EventName, readDelivery } from "#lib/core/contract/events/event.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";

/** Received deliveries and reads, in the form of tests. */
export type Arrival =
  | { kind: "delivery"; t: number; body: string }
  | { kind: "snapshot"; verification_id: string; subject: "verification" | "people"; read_at: string; body: string };

/** The first second of every generated history, in Unix seconds. */
export const HISTORY_START = Date.UTC(2026, 10, 20, 10) / 1000;

/** The time `offset` seconds after the start, as the service writes it. */
export const secondsIn = (offset: number): string => new Date((HISTORY_START + offset) * 1000).toISOString();

/** A signed copy of an event; by default signed an hour into the history, so that its stated times are accepted. */
export const deliver = (event_name: EventName, data: object, t = 3600): Arrival => ({
  kind: "delivery",
  t: HISTORY_START + t,
  body: JSON.stringify({ event_name, data }),
});

/** An answer of the API, read the given number of seconds into the history. */
export const read = (
  verification_id: string,
  at: number,
  answer: object,
  subject: "verification" | "people" = "verification",
): Arrival => ({ kind: "snapshot", verification_id, subject, read_at: secondsIn(at), body: JSON.stringify(answer) });

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Puts arrivals into the inbox in this order, as the receiver and the reader of the API do. All of them are `pending`, even
 * deliveries that the receiver would have stored as unrecognized.
 */
export async function storeArrivals(pool: Pick<pg.Pool, "query">, arrivals: readonly Arrival[]): Promise<void> {
  const bodies = new Map<string, Buffer>();
  const rows = arrivals.map((arrival) => {
    if (arrival.kind === "delivery") {
      const body = Buffer.from(arrival.body);
      const { event_name, verification_id } = readDelivery(body);
      const signature = randomBytes(32).toString("hex");
      return {
        kind: "delivery",
        event_name,
        verification_id,
        signature,
        receiver_id: "receiver",
        signed_at: arrival.t,
        body: body.toString("hex"),
      };
    }
    const hash = sha256(arrival.body);
    bodies.set(arrival.body, hash);
    const { verification_id, subject, read_at } = arrival;
    return { kind: "snapshot", verification_id, subject, read_at, body_hash: hash.toString("hex") };
  });
  if (bodies.size > 0) {
    await pool.query(
      "INSERT INTO snapshot_bodies (body, hash) SELECT * FROM unnest($1::text[], $2::bytea[]) ON CONFLICT DO NOTHING",
      [[...bodies.keys()], [...bodies.values()]],
    );
  }
  await pool.query(
    `INSERT INTO inbox (kind, event_name, verification_id, signature, receiver_id, signed_at, body, subject, read_at, body_hash)
     SELECT kind, event_name, verification_id, signature, receiver_id, signed_at, decode(body, 'hex'), subject, read_at, decode(body_hash, 'hex')
     FROM json_to_recordset($1::json) AS row(kind text, event_name text, verification_id text, signature text, receiver_id text, signed_at bigint,
       body text, subject text, read_at timestamptz, body_hash text)`,
    [JSON.stringify(rows)],
  );
}

/**
 * Drains the inbox in a test where a worker runs too. `drainInbox` skips rows that the worker holds, so this also waits for
 * the worker's commit.
 */
export async function drainBesideWorker(connection: Pooled): Promise<void> {
  const pending = "SELECT FROM inbox WHERE state = 'pending' AND next_attempt_at IS NULL FOR SHARE";
  do await drainInbox(connection);
  while ((await connection.pool.query(pending)).rowCount);
}

/** The same arrivals with other ids, or with another prefix of ids, so that histories in one database stay apart. */
export const renamed = (arrivals: readonly Arrival[], id: string, other: string): Arrival[] =>
  arrivals.map((arrival) =>
    arrival.kind === "delivery"
      ? { ...arrival, body: arrival.body.replaceAll(id, other) }
      : { ...arrival, verification_id: arrival.verification_id.replaceAll(id, other) },
  );
