import { randomUUID } from "node:crypto";
import type { Pooled } from "#lib/platform/server/db/database.ts";

/** Three beats fit into the time after which a receiver counts as down. */
const BEAT_MS = 10_000;

/** A receiver without a beat for this long counts as down. */
export const DOWN_AFTER_SECONDS = 30;

/** A gap of this length means that deliveries could not be received; no row covers such a gap. */
export const OUTAGE_SECONDS = 60;

const BEAT = `
  INSERT INTO heartbeats (process, instance) VALUES ($1, $2)
  ON CONFLICT (process, instance) DO UPDATE SET beat_at = now()
  WHERE heartbeats.beat_at > now() - interval '${OUTAGE_SECONDS} seconds'`;

/** Each start adds a row; older outages are not examined (design §5). */
const DELETE_OLD = "DELETE FROM heartbeats WHERE process = ANY ($1) AND beat_at < now() - interval '31 days'";

/** The launcher writes the heartbeat of `sandbox`, the embedded service. */
type Beating = "receiver" | "worker" | "sandbox";

/** The old rows that a start deletes. Rows of the service explain gaps between rows of receivers, so both go at once. */
const OLD_ROWS: Record<Beating, Beating[]> = { receiver: ["receiver", "sandbox"], worker: ["worker"], sandbox: [] };

/**
 * Updates this process's row in `heartbeats` every ten seconds. A failed beat is skipped: without the database no delivery
 * can be received either, and the gap shows this (design §5). After a gap another row begins, as after a restart. Beats
 * only while `isAlive` reports that the work continues.
 */
export function startHeartbeat(
  database: Pooled,
  process: Beating,
  onError: (error: unknown) => void = () => undefined,
  isAlive: () => boolean = () => true,
) {
  let instance = randomUUID();
  const run = async (text: string, values: unknown[]) => {
    try {
      return (await database.pool.query(text, values)).rowCount;
    } catch (error) {
      onError(error);
      return null;
    }
  };
  const beat = async () => {
    if ((await run(BEAT, [process, instance])) !== 0) return;
    instance = randomUUID();
    await run(BEAT, [process, instance]);
  };
  let beating: Promise<unknown> = beat().then(() => run(DELETE_OLD, [OLD_ROWS[process]]));
  let busy = false;
  const timer = setInterval(() => {
    if (busy || !isAlive()) return;
    busy = true;
    beating = beating.then(beat).finally(() => {
      busy = false;
    });
  }, BEAT_MS);
  timer.unref();
  return {
    /** Beats a last time, so that the gap is counted from here. Never rejects. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await beating.then(beat);
    },
  };
}
