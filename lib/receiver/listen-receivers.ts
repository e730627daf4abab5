import type pg from "pg";
import type { Database } from "#lib/server/db/database.ts";

/** Announced by whoever changes receivers or their secrets. */
const RECEIVERS_CHANNEL = "cotejo_receivers";
const RETRY_MS = 2_000;

export type ReceiversListener = { stop(): void };

/**
 * Calls `onChange` when receivers have changed, and after each connection, since what was announced without one is
 * gone. It only saves time: whatever is missed, a delivery that does not match makes the receiver look again.
 */
export function listenToReceivers({ pool }: Pick<Database, "pool">, onChange: () => void): ReceiversListener {
  let client: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const lose = () => {
    client?.off("notification", onChange).release(true);
    client = undefined;
    // Both the connection and a statement on it may tell of the loss.
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
      // The load that a delivery asks for tells of a database that is away.
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
