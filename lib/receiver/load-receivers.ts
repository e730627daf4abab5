import type { KeyObject } from "node:crypto";
import type pg from "pg";
import { type Client, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import type { KnownReceiver, KnownSecret } from "./known-receivers.ts";
import { signingKey } from "./signature.ts";

/** Opens a secret of the vault by its id. */
export type OpenSecret = (client: Client, id: string) => Promise<string>;

type ReceiverRow = {
  receiver_id: string;
  retired: boolean;
  current: boolean | null;
  creating: boolean;
  id: string | null;
  secret_id: string | null;
  accepted_for_ms: number | null;
};

/**
 * The database's clock measures the 20 minutes of a retired secret (design §4, Receiver), and the two minutes after which
 * a webhook in creation counts as abandoned: a process that died meanwhile never stores its secret.
 */
const ACCEPTED = `
  SELECT receivers.id AS receiver_id, receivers.state = 'retired' AS retired,
    receivers.state = 'creating' OR coalesce(receivers.creating_since > now() - interval '2 minutes', false) AS creating,
    secret.id, secret.secret_id, secret.role = 'current' AS current,
    CASE WHEN secret.role = 'retired'
      THEN extract(epoch FROM secret.retired_at + interval '20 minutes' - now())::float8 * 1000 END AS accepted_for_ms
  FROM receivers LEFT JOIN receiver_secrets AS secret ON secret.receiver_id = receivers.id
    AND (secret.role <> 'retired' OR secret.retired_at > now() - interval '20 minutes')
  ORDER BY receivers.id, array_position(ARRAY['current', 'candidate', 'previous', 'retired'], secret.role),
    secret.created_at DESC`;

/**
 * Returns a function that reads all receivers with their accepted secrets. A secret is opened once and then cached, since
 * the vault never changes it; a receiver with an unopened secret has `awaitsSecret`.
 */
export function createReceiverLoader(
  { pool }: Pooled,
  openSecret: OpenSecret,
  onError: (error: unknown) => void,
): () => Promise<KnownReceiver[]> {
  let opened = new Map<string, KeyObject>();

  const load = async (client: Client) => {
    const { rows } = await client.query<ReceiverRow>(ACCEPTED);
    const receivers = new Map<string, KnownReceiver & { secrets: KnownSecret[] }>();
    const stillUsed = new Map<string, KeyObject>();
    for (const row of rows) {
      // A retired receiver is listed only while one of its secrets is accepted.
      if (row.retired && row.secret_id === null) continue;
      const receiver = receivers.get(row.receiver_id) ?? {
        id: row.receiver_id,
        awaitsSecret: row.creating,
        unopened: false,
        secrets: [],
      };
      receivers.set(row.receiver_id, receiver);
      if (row.id === null || row.secret_id === null) continue;
      try {
        const key = opened.get(row.secret_id) ?? signingKey(await openSecret(client, row.secret_id));
        stillUsed.set(row.secret_id, key);
        const acceptedUntil =
          row.accepted_for_ms === null ? Number.POSITIVE_INFINITY : Date.now() + row.accepted_for_ms;
        receiver.secrets.push({ id: row.id, key, acceptedUntil });
      } catch (error) {
        receiver.awaitsSecret = true;
        if (row.current && !row.retired) receiver.unopened = true;
        onError(error);
      }
    }
    opened = stillUsed;
    return [...receivers.values()];
  };
  // In one snapshot: a secret that is deleted meanwhile can still be opened.
  return () => inSnapshot(pool, load);
}

/** The channel that announces every change of receivers or their secrets. */
const RECEIVERS_CHANNEL = "cotejo_receivers";
const RETRY_MS = 2_000;

type ReceiversListener = { stop(): void };

/**
 * Calls `onChange` when receivers have changed, and after each connection, since notifications without a connection are
 * lost. Only an optimisation: an unmatched delivery makes the receiver reload too.
 */
export function listenToReceivers({ pool }: Pooled, onChange: () => void): ReceiversListener {
  let client: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const lose = () => {
    client?.off("notification", onChange).release(true);
    client = undefined;
    // The connection and a statement on it may both report the loss.
    if (stopped || timer) return;
    timer = setTimeout(listen, RETRY_MS);
    timer.unref();
  };
  const listen = async () => {
    timer = undefined;
    try {
      client = await pool.connect();
      client.on("notification", onChange).once("error", lose);
      await client.query(`LISTEN ${RECEIVERS_CHANNEL}`);
    } catch {
      // An unavailable database is reported by the load for a delivery.
      lose();
      return;
    }
    if (stopped) lose();
    else onChange();
  };
  void listen();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      lose();
    },
  };
}
