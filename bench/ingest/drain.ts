import { setTimeout as delay } from "node:timers/promises";
import { type Installation, startReal } from "./installation.ts";

const POLL_MS = 10;
const PATIENCE_MS = 120_000;

/**
 * Deliveries a second that the worker's real process applies, of all that are pending now. The clock runs from its first
 * committed batch, so that starting a process is not counted, to the last. Rejects when a row is not applied.
 */
export async function measureDrain({ installed, database: { pool } }: Installation): Promise<number> {
  const number = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await pool.query<{ n: number }>(text, values)).rows[0]?.n);
  const pending = () => number("SELECT count(*) AS n FROM inbox WHERE state = 'pending'");
  const until = async (text: string, values: unknown[] = []) => {
    const deadline = performance.now() + PATIENCE_MS;
    while ((await number(text, values)) === 0) {
      if (performance.now() > deadline) throw new Error("the worker does not get on with the inbox");
      await delay(POLL_MS);
    }
  };
  const first = await number("SELECT min(id) AS n FROM inbox WHERE state = 'pending'");
  const stop = await startReal("worker", installed);
  try {
    await until("SELECT count(*) AS n FROM inbox WHERE id = $1 AND state <> 'pending'", [first]);
    const began = performance.now();
    const left = await pending();
    await until("SELECT (NOT EXISTS (SELECT FROM inbox WHERE state = 'pending'))::int AS n");
    const seconds = (performance.now() - began) / 1_000;
    const amiss = await number("SELECT count(*) AS n FROM inbox WHERE state <> 'applied'");
    if (amiss > 0) throw new Error(`${amiss} deliveries were not applied`);
    return left / seconds;
  } finally {
    await stop();
  }
}
