import { randomUUID } from "node:crypto";
import type { Pooled } from "./database.ts";

const BEAT_MS = 5_000;

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

/** `sandbox`: the embedded service, for which the launcher beats. */
type Beating = "receiver" | "worker" | "sandbox";

/** The old rows that a start deletes. The embedded service's explain gaps between the receivers', and go with them. */
const OLD_ROWS: Record<Beating, Beating[]> = { receiver: ["receiver", "sandbox"], worker: ["worker"], sandbox: [] };

/**
 * SQL: since when deliveries may have been missed between two times without a receiver; the second time if none was missed.
 * If the embedded service lived at the first time, this is the start of its first run of a minute: a service that
 * stands still sends nothing, and sends afterwards what was due (decision 0041). A service elsewhere has no heartbeat here.
 */
export const missedSince = (from: string, to: string): string => `(
  SELECT CASE WHEN bool_or(started_at <= ${from}) THEN COALESCE(
    min(GREATEST(started_at, ${from})) FILTER (
      WHERE LEAST(beat_at, ${to}) - GREATEST(started_at, ${from}) > interval '${OUTAGE_SECONDS} seconds'
    ), ${to}) ELSE ${from} END
  FROM heartbeats
  WHERE process = 'sandbox' AND started_at < ${to} AND beat_at > ${from} - interval '${OUTAGE_SECONDS} seconds')`;

/**
 * Updates this process's row in `heartbeats` every five seconds. A failed beat is skipped: without the database no delivery
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
