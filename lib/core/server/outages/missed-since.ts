import { OUTAGE_SECONDS } from "./heartbeat.ts";

/**
 * SQL: the time from which deliveries may have been missed between two times without a receiver; the second time if none
 * was missed. If the embedded service ran at the first time, this is the start of its first run of a minute: a stopped
 * service sends nothing, and sends due deliveries afterwards (decision 0041). A service elsewhere has no heartbeat here.
 */
export const missedSince = (from: string, to: string): string => `(
  SELECT CASE WHEN bool_or(started_at <= ${from}) THEN COALESCE(
    min(GREATEST(started_at, ${from})) FILTER (
      WHERE LEAST(beat_at, ${to}) - GREATEST(started_at, ${from}) > interval '${OUTAGE_SECONDS} seconds'
    ), ${to}) ELSE ${from} END
  FROM heartbeats
  WHERE process = 'sandbox' AND started_at < ${to} AND beat_at > ${from} - interval '${OUTAGE_SECONDS} seconds')`;
