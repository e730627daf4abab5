import { setTimeout as delay } from "node:timers/promises";
import { createSender } from "#lib/outbound/server/channels/sender.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";

/** Sends due messages until the signal aborts, as the worker does. Rejects if an attempt throws. */
export async function keepSending(connection: Pooled, signal: AbortSignal): Promise<void> {
  const send = createSender(connection);
  while (!signal.aborted) {
    await send(signal);
    await delay(100, undefined, { signal }).catch(() => undefined);
  }
}
