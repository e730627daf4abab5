import type { WebhookFault } from "#lib/core/contract/status.ts";
import { CHECK_CONNECTION_NOW } from "#lib/core/server/service-calls/client.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { OUTAGE_SECONDS } from "./heartbeat.ts";
import { missedSince } from "./missed-since.ts";

/**
 * Periods without a receiver, from the last heartbeat before the start of an instance to that start, without the time in
 * which the embedded service stood still. Computed from the heartbeats alone, so a later run finds the same periods, and
 * each is recorded once.
 */
const GAPS = `
  INSERT INTO outages (cause, began_at, ended_at)
  SELECT 'receiver_down', gap.began_at, instance.started_at
  FROM heartbeats AS instance
  CROSS JOIN LATERAL (
    SELECT max(LEAST(other.beat_at, instance.started_at)) AS last_beat FROM heartbeats AS other
    WHERE other.process = 'receiver' AND other.instance <> instance.instance AND other.started_at < instance.started_at
  ) AS before
  CROSS JOIN LATERAL (SELECT ${missedSince("before.last_beat", "instance.started_at")} AS began_at) AS gap
  WHERE instance.process = 'receiver' AND instance.started_at > now() - interval '30 days'
    AND gap.began_at < instance.started_at - interval '${OUTAGE_SECONDS} seconds'
    AND NOT EXISTS (SELECT FROM outages AS known WHERE known.cause = 'receiver_down' AND known.began_at = gap.began_at)
    AND NOT EXISTS (
      SELECT FROM outages AS known WHERE known.cause = 'restored' AND known.ended_at >= instance.started_at
        AND known.began_at <= gap.began_at + interval '${OUTAGE_SECONDS} seconds'
    )
  RETURNING id`;

/**
 * An unusual silence: nothing for an hour where the day before it brought at least two deliveries an hour, and the same
 * hour a week ago, if there was a receiver then, brought any: nights and weekends are quiet. The webhook may have been
 * disabled, or the network to us cut, while the receiver was up all the time. The embedded service, if it sent the last
 * delivery, must have run for this hour.
 */
const SILENCE = `
  INSERT INTO outages (cause, began_at)
  SELECT 'silence', last.received_at FROM (
    SELECT received_at FROM inbox WHERE kind = 'delivery' ORDER BY received_at DESC LIMIT 1
  ) AS last
  WHERE last.received_at < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM outages AS known WHERE known.cause = 'silence' AND known.began_at = last.received_at)
    AND (SELECT count(*) FROM (
      SELECT FROM inbox WHERE kind = 'delivery' AND received_at > last.received_at - interval '1 day' LIMIT 48
    ) AS day) = 48
    AND (
      EXISTS (
        SELECT FROM inbox WHERE kind = 'delivery'
          AND received_at BETWEEN now() - interval '7 days 1 hour' AND now() - interval '7 days'
      ) OR NOT EXISTS (SELECT FROM inbox WHERE kind = 'delivery' AND received_at < now() - interval '7 days 1 hour')
    )
    AND (
      SELECT COALESCE(bool_or(
        started_at < now() - interval '1 hour' AND beat_at > now() - interval '${OUTAGE_SECONDS} seconds'), true)
      FROM heartbeats
      WHERE process = 'sandbox' AND beat_at > last.received_at - interval '${OUTAGE_SECONDS} seconds'
    )
  RETURNING id`;

/** A delivery ends the silence: events in between may never be delivered. */
const SILENCE_ENDED = `
  UPDATE outages SET ended_at = next.received_at FROM (
    SELECT silent.id, min(received_at) AS received_at FROM outages AS silent
    JOIN inbox ON kind = 'delivery' AND received_at > silent.began_at
    WHERE silent.cause = 'silence' AND silent.ended_at IS NULL GROUP BY silent.id
  ) AS next WHERE next.id = outages.id
  RETURNING outages.id`;

/**
 * Refused deliveries of the service: our clock is wrong, or we lack the secret. Anyone can be refused, so only refusals from
 * the service's addresses count; rows without a comparable address do not.
 */
const REFUSED_SERVICE = `
  SELECT at FROM refusals WHERE reason IN ('too_old', 'too_new', 'no_match', 'unknown_receiver')
    AND address_or_null(source_address) <<= ANY ($1::inet[])`;

const REFUSALS = `
  INSERT INTO outages (cause, began_at)
  SELECT 'refused', min(at) FROM (${REFUSED_SERVICE}) AS refused
  WHERE at > (SELECT COALESCE(max(COALESCE(ended_at, 'infinity')), '-infinity') FROM outages WHERE cause = 'refused')
  HAVING count(*) > 0
  RETURNING id`;

/** Ends the outage once no refused retry can be pending: the longest wait before a retry is eight minutes. */
const REFUSALS_ENDED = `
  UPDATE outages SET ended_at = COALESCE(refused.last, began_at)
  FROM (SELECT max(at) AS last FROM (${REFUSED_SERVICE}) AS refused) AS refused
  WHERE cause = 'refused' AND ended_at IS NULL AND COALESCE(refused.last, began_at) < now() - interval '10 minutes'
  RETURNING id`;

/**
 * Reads all active verifications, which may have changed unseen: those with the longest unseen time first, then the
 * latest active. The highest pace of the budget leaves room for other reads.
 */
const READ_ALL_ACTIVE = `
  INSERT INTO refresh_requests (verification_id, subject, reason, due_at)
  SELECT verification_id, subject, 'outage', now() + make_interval(secs => 0.1 * row_number() OVER (
    ORDER BY subject = 'people', GREATEST(last_activity_at, outage.began_at), last_activity_at DESC))
  FROM verification_summaries CROSS JOIN unnest(ARRAY['verification', 'people']) AS subject
    CROSS JOIN (SELECT min(began_at) AS began_at FROM outages WHERE id = ANY ($1::int8[])) AS outage
  WHERE last_activity_at > now() - interval '30 days'
  ON CONFLICT (verification_id, subject) DO UPDATE SET requested_at = now(), reason = 'outage',
    due_at = LEAST(refresh_requests.due_at, EXCLUDED.due_at)`;

async function readAllActive(client: Client, outages: readonly { id: number }[]): Promise<void> {
  if (outages.length > 0) await client.query(READ_ALL_ACTIVE, [outages.map(({ id }) => id)]);
}

/**
 * Detects outages of the receiver, refused deliveries of the service, and unusual silence; after each new outage, and
 * at the beginning and the end of the others, requests a read of every verification active in the last 30 days (design
 * §5), and a check of webhook and key. The checks are independent: a failing one does not stop the others. Returns the
 * number of such requests. Throws the first failure after all checks.
 */
export async function lookForOutages(
  { pool }: Pooled,
  serviceAddresses: readonly string[] = env().SERVICE_ADDRESSES,
): Promise<number> {
  const checks: [text: string, values: unknown[]][] = [
    [GAPS, []],
    [SILENCE_ENDED, []],
    [SILENCE, []],
    [REFUSALS_ENDED, [serviceAddresses]],
    [REFUSALS, [serviceAddresses]],
  ];
  const failures: unknown[] = [];
  const found = await inTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.outages]);
    let sum = 0;
    for (const [text, values] of checks) {
      await client.query("SAVEPOINT before_check");
      try {
        sum += await runCheck(client, text, values);
      } catch (error) {
        failures.push(error);
        await client.query("ROLLBACK TO SAVEPOINT before_check");
      }
    }
    return sum;
  });
  if (failures.length > 0) throw failures[0];
  return found;
}

/** Runs one check: returns the number of outages found. */
async function runCheck(client: Client, text: string, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ id: number }>(text, values);
  await readAllActive(client, rows);
  if (rows.length > 0) await client.query(CHECK_CONNECTION_NOW);
  return rows.length;
}

const RESTORED = `
  INSERT INTO outages (cause, began_at, ended_at) VALUES ('restored', $1, now()) RETURNING id`;

/** A heartbeat of a receiver that ends now: the time until the next receiver starts is an outage of its own. */
const LAST_BEAT = "INSERT INTO heartbeats (process, instance) VALUES ('receiver', gen_random_uuid()::text)";

/** Records that everything received since a time is gone, as after a restore from a backup. */
export async function noteRestore(client: Client, takenAt: Instant): Promise<void> {
  const { rows } = await client.query<{ id: number }>(RESTORED, [takenAt]);
  await client.query(LAST_BEAT);
  await readAllActive(client, rows);
  await client.query(CHECK_CONNECTION_NOW);
}

/** Deliveries are missing since the last check that found our webhook in order. */
const WEBHOOK_FAILED = `
  INSERT INTO outages (cause, began_at)
  SELECT 'webhook', COALESCE(GREATEST(checked.succeeded_at, own.created_at), now())
  FROM (SELECT max(succeeded_at) AS succeeded_at FROM connection_checks) AS checked
    CROSS JOIN (SELECT max(created_at) AS created_at FROM receivers WHERE state = 'connected') AS own
  WHERE NOT EXISTS (SELECT FROM outages WHERE cause = 'webhook' AND ended_at IS NULL)
  RETURNING id`;

const WEBHOOK_MENDED = "UPDATE outages SET ended_at = now() WHERE cause = 'webhook' AND ended_at IS NULL RETURNING id";

const PROBLEMS = `
  INSERT INTO connection_checks (problems, problems_since) VALUES ($1::text[], CASE WHEN $1::text[] <> '{}' THEN now() END)
  ON CONFLICT (singleton) DO UPDATE SET problems = EXCLUDED.problems, problems_since =
    CASE WHEN EXCLUDED.problems = connection_checks.problems THEN connection_checks.problems_since ELSE EXCLUDED.problems_since END`;

/** Records the problems of our webhook, with the start or end of its outage. Call it before the check is recorded. */
export async function noteWebhook({ pool }: Pooled, problems: readonly WebhookFault[]): Promise<void> {
  await inTransaction(pool, async (client: Client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.outages]);
    const { rows } = await client.query<{ id: number }>(problems.length === 0 ? WEBHOOK_MENDED : WEBHOOK_FAILED);
    await readAllActive(client, rows);
    await client.query(PROBLEMS, [problems]);
  });
}
