import { randomUUID } from "node:crypto";
import type { Database } from "./database.ts";

const BEAT_MS = 5_000;

const BEAT = `
  INSERT INTO heartbeats (process, instance) VALUES ($1, $2)
  ON CONFLICT (process, instance) DO UPDATE SET beat_at = now()`;

/** Each start adds a row; no outage is looked into that is older than this (design §5). */
const FORGET = "DELETE FROM heartbeats WHERE process = $1 AND beat_at < now() - interval '31 days'";

export type Heartbeat = {
  /** Beats a last time, so that the silence is counted from here. Never rejects. */
  stop(): Promise<void>;
};

/**
 * Keeps this process's row in `heartbeats` fresh, every five seconds from now on. A beat that fails is left out: when
 * the database is away nothing can be received either, and the gap tells just that (design §5).
 */
export function startHeartbeat(
  database: Pick<Database, "pool">,
  process: "receiver" | "worker",
  onError: (error: unknown) => void = () => undefined,
): Heartbeat {
  const instance = randomUUID();
  const run = async (text: string, values: unknown[]) => {
    try {
      await database.pool.query(text, values);
    } catch (error) {
      onError(error);
    }
  };
  const beat = () => run(BEAT, [process, instance]);
  let beating = beat().then(() => run(FORGET, [process]));
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    beating = beating.then(beat).finally(() => {
      busy = false;
    });
  }, BEAT_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return beating.then(beat);
    },
  };
}
