import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { INBOX_CHANNEL } from "#lib/server/inbox/channel.ts";
import { backoffMs } from "./backoff.ts";

export type InboxListener = {
  /** Each announcement; and each connection, since announcements made while there was none are gone. */
  onWake: () => void;
  onTrouble: (error: Error) => void;
};

/** Listens for what is added to the inbox, reconnecting with backoff, until the signal aborts. Never rejects. */
export async function listenToInbox(databaseUrl: string, listener: InboxListener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await listenOnce(
        databaseUrl,
        () => {
          failures = 0;
          listener.onWake();
        },
        signal,
      );
    } catch (error) {
      failures += 1;
      listener.onTrouble(error instanceof Error ? error : new Error("could not listen"));
      await delay(backoffMs(failures), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** One connection's life: resolves when the signal aborts, rejects when the connection is lost. */
async function listenOnce(databaseUrl: string, onWake: () => void, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "cotejo worker listen",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const ended = Promise.withResolvers<void>();
  // It may be lost before anyone waits for it.
  ended.promise.catch(() => undefined);
  client.on("error", ended.reject);
  client.on("end", () => ended.reject(new Error("the connection ended")));
  client.on("notification", onWake);
  const stop = () => ended.resolve();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await client.connect();
    await client.query(`LISTEN ${INBOX_CHANNEL}`);
    onWake();
    if (!signal.aborted) await ended.promise;
  } finally {
    signal.removeEventListener("abort", stop);
    client.end().catch(() => undefined);
  }
}
