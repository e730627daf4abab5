import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { prepareSession, readAddress } from "./session.ts";

export type Listener = {
  /** Shown in `pg_stat_activity`. */
  name: string;
  channel: string;
  /** Called on each connection, including the first: notifications without a connection are lost. */
  onConnected(): void;
  onNotification(payload: string): void;
  /** The connection was lost or could not be made; another attempt follows. */
  onError(error: Error): void;
};

/**
 * Notified without a payload after each commit that adds to the inbox, and by each entry of the audit trail, which every
 * command of a user writes: workers do all that is due.
 */
export const WORK_CHANNEL = "cotejo_inbox";

const CONNECT_MS = 5_000;
/** Interval of the proof that notifications still arrive, and its time limit. */
const PROOF_INTERVAL_MS = 5_000;
const PROOF_TIMEOUT_MS = 5_000;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 2_000;

/**
 * Listens on a connection of its own until the signal aborts; never rejects. A dead connection looks like a connection
 * without notifications: so the listener notifies itself, and connects again if the notification does not arrive. This also
 * detects a transaction pooler, which passes no notifications on.
 */
export async function listen(databaseUrl: string, listener: Listener, signal: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    try {
      await listenOnce(databaseUrl, listener, signal, () => {
        retryMs = FIRST_RETRY_MS;
      });
    } catch (error) {
      if (signal.aborted) return;
      listener.onError(error instanceof Error ? error : new Error("could not listen"));
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    }
  }
}

/** Listens on one connection: ends when the signal aborts, rejects when the connection is lost or silent. */
async function listenOnce(
  databaseUrl: string,
  { name, channel, onConnected, onNotification }: Listener,
  signal: AbortSignal,
  onProven: () => void,
): Promise<void> {
  const client = new pg.Client({
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    ...readAddress(databaseUrl).connection,
    query_timeout: PROOF_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROOF_INTERVAL_MS,
  });
  const lost = Promise.withResolvers<never>();
  // The connection may be lost before anyone waits for it.
  lost.promise.catch(() => undefined);
  client.on("error", lost.reject);
  client.on("end", () => lost.reject(new Error("the connection ended")));
  const own = `cotejo_proof_${randomUUID().replaceAll("-", "")}`;
  let heard: () => void = () => undefined;
  client.on("notification", (message) => {
    if (message.channel === own) heard();
    else onNotification(message.payload ?? "");
  });

  async function prove(): Promise<void> {
    const proof = new Promise<void>((resolve) => {
      heard = resolve;
    });
    await client.query(`NOTIFY ${own}`);
    const late = delay(PROOF_TIMEOUT_MS, undefined, { signal }).then(() => {
      throw new Error("announcements do not arrive: LISTEN needs a direct connection, not a transaction pooler");
    });
    late.catch(() => undefined);
    await Promise.race([proof, late]);
  }

  const aborted = signal.aborted ? undefined : once(signal, "abort");
  const live = async () => {
    await client.connect();
    await prepareSession(client);
    await client.query(`LISTEN ${channel}; LISTEN ${own}`);
    onConnected();
    for (;;) {
      await prove();
      onProven();
      await delay(PROOF_INTERVAL_MS, undefined, { signal });
    }
  };
  const living = live();
  living.catch(() => undefined);
  try {
    await Promise.race([living, lost.promise, aborted]);
  } finally {
    client.end().catch(() => undefined);
  }
}
