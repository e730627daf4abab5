import { type Client, type Database, inTransaction } from "#lib/server/db/database.ts";
import { OUTAGE_SECONDS } from "#lib/server/db/heartbeat.ts";
import { CHECK_NOW } from "#lib/server/service-calls/client.ts";

const ONE_AT_A_TIME = 7_206_455_221;

/**
 * Stretches without any receiver: from the last beat before an instance started to its start. Taken from the beats
 * alone, so a later run finds the same, and each is recorded once.
 */
const GAPS = `
  INSERT INTO outages (began_at, ended_at)
  SELECT before.last_beat, instance.started_at
  FROM heartbeats AS instance
  CROSS JOIN LATERAL (
    SELECT max(LEAST(other.beat_at, instance.started_at)) AS last_beat FROM heartbeats AS other
    WHERE other.process = 'receiver' AND other.instance <> instance.instance AND other.started_at < instance.started_at
  ) AS before
  WHERE instance.process = 'receiver' AND instance.started_at > now() - interval '30 days'
    AND before.last_beat < instance.started_at - interval '${OUTAGE_SECONDS} seconds'
    AND NOT EXISTS (SELECT FROM outages AS known WHERE known.began_at = before.last_beat)
  RETURNING id`;

/**
 * An unusual silence: nothing for an hour where the day before it brought at least two deliveries an hour, and the same
 * hour a week ago, if there was a receiver then, brought any: nights and weekends are quiet. The webhook may have been
 * disabled, or the way to us cut, while the receiver was up all the time.
 */
const SILENCE = `
  INSERT INTO outages (began_at)
  SELECT last.received_at FROM (
    SELECT received_at FROM inbox WHERE kind = 'delivery' ORDER BY received_at DESC LIMIT 1
  ) AS last
  WHERE last.received_at < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM outages AS known WHERE known.began_at = last.received_at)
    AND (SELECT count(*) FROM (
      SELECT FROM inbox WHERE kind = 'delivery' AND received_at > last.received_at - interval '1 day' LIMIT 48
    ) AS day) = 48
    AND (
      EXISTS (
        SELECT FROM inbox WHERE kind = 'delivery'
          AND received_at BETWEEN now() - interval '7 days 1 hour' AND now() - interval '7 days'
      ) OR NOT EXISTS (SELECT FROM inbox WHERE kind = 'delivery' AND received_at < now() - interval '7 days 1 hour')
    )
  RETURNING id`;

/** A delivery ends it: what happened in between may never be delivered. */
const SILENCE_ENDED = `
  UPDATE outages SET ended_at = next.received_at FROM (
    SELECT silent.id, min(received_at) AS received_at FROM outages AS silent
    JOIN inbox ON kind = 'delivery' AND received_at > silent.began_at
    WHERE silent.ended_at IS NULL GROUP BY silent.id
  ) AS next WHERE next.id = outages.id
  RETURNING outages.id`;

/** Whatever was active may have moved on unseen. Spread over time, so that the budget and people are not flooded. */
const READ_ALL_ACTIVE = `
  INSERT INTO refresh_requests (verification_id, subject, reason, due_at)
  SELECT verification_id, 'verification', 'outage',
    now() + make_interval(secs => 0.2 * row_number() OVER (ORDER BY last_activity_at DESC))
  FROM verification_summaries WHERE last_activity_at > now() - interval '30 days'
  ON CONFLICT (verification_id, subject) DO UPDATE SET requested_at = now(),
    due_at = LEAST(refresh_requests.due_at, EXCLUDED.due_at)`;

/**
 * Looks for outages of the receiver and for unusual silence; after each outage that was not known yet, and at the
 * beginning and the end of a silence, every verification that was active in the last 30 days is read again (design §5),
 * and webhook and key are looked at.
 * Returns how often that was called for.
 */
export async function lookForOutages({ pool }: Pick<Database, "pool">): Promise<number> {
  return inTransaction(pool, async (client: Client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [ONE_AT_A_TIME]);
    let found = 0;
    for (const look of [GAPS, SILENCE_ENDED, SILENCE]) found += (await client.query(look)).rowCount ?? 0;
    if (found > 0) {
      await client.query(READ_ALL_ACTIVE);
      await client.query(CHECK_NOW);
    }
    return found;
  });
}
