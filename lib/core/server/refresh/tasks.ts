import type { AdoptionRefusal } from "#lib/core/contract/keys/keys.ts";
import { adoptKey, isOtherKeyOffered } from "#lib/core/server/keys/own-key.ts";
import { lookForOutages } from "#lib/core/server/outages/detect.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { CHECK_CONNECTION_NOW, serviceClient } from "#lib/core/server/service-calls/client.ts";
import { isKeyRefused, takeCall } from "#lib/core/server/service-calls/take-call.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { READS_DUE, runDueReads } from "./due.ts";

/** The worker's periodic tasks besides draining the inbox (design §5). Each is safe in any number of workers. */
export function refreshTasks(connection: Pooled = database()): PeriodicTask[] {
  const client = serviceClient(connection);
  return [
    {
      name: "reads that are due",
      everyMs: 1_000,
      due: READS_DUE,
      run: (signal) => runDueReads(connection, client, signal),
    },
    { name: "reads for silence", everyMs: 30_000, run: () => scheduleSilenceReads(connection) },
    { name: "outages", everyMs: 15_000, run: () => lookForOutages(connection) },
    { name: "a changed SVC_API_KEY", everyMs: 5_000, due: REFUSED, run: adoptWhenRefused(client, connection) },
  ];
}

const REFUSED = "SELECT '-infinity'::timestamptz FROM service_budget WHERE key_refused_at IS NOT NULL";

const REFUSALS: Record<AdoptionRefusal, string> = {
  none_offered: "it holds none",
  not_accepted: "the service refuses it too",
  not_permitted: "it may not list API keys or read verifications",
  other_account: "it does not read this account's verifications",
  unconfirmed: "no verification is known that could prove it, so an admin has to confirm it",
  service_unavailable: "the service could not be reached",
};

/**
 * Tries the key of the environment once when the refusal of the stored key begins, then with each free call of a
 * refused key, one a minute: the attempt also shows whether the stored key is still refused.
 */
function adoptWhenRefused(client: ServiceClient, connection: Pooled): () => Promise<void> {
  let tried = false;
  let lastReason: AdoptionRefusal | undefined;
  let started = false;
  return async () => {
    if (!(await isOtherKeyOffered(connection))) return;
    if (!(await isKeyRefused(connection))) {
      // The key may have been revoked while no worker ran.
      if (!started) await connection.pool.query(CHECK_CONNECTION_NOW);
      started = true;
      tried = false;
      lastReason = undefined;
      return;
    }
    started = true;
    if (tried && (await takeCall(connection, "background")) > 0) return;
    tried = true;
    const adoption = await adoptKey(client, connection);
    if (adoption.outcome !== "refused" || adoption.reason === lastReason) return;
    lastReason = adoption.reason;
    const message = `The stored API key is refused, and SVC_API_KEY does not replace it: ${REFUSALS[lastReason]}.`;
    throw new CotejoError("SERVICE_UNAUTHORIZED", 502, message);
  };
}

const MAX_REQUESTS = 200;

/**
 * No event announces `error` or `pending_validation`, so an unfinished verification without a new fact is read again
 * after 15 minutes, 1 hour, 6 hours, then daily (design §5). A read attempt after the start of an interval counts for
 * that interval.
 */
const SCHEDULE = `
  INSERT INTO refresh_requests (verification_id, subject, reason, due_at)
  SELECT summary.verification_id, 'verification', 'silence', now()
  FROM verification_summaries AS summary
  LEFT JOIN verification_reads AS read ON read.verification_id = summary.verification_id AND read.subject = 'verification'
  CROSS JOIN LATERAL (SELECT now() - summary.last_activity_at AS age) AS silence
  WHERE summary.status IS DISTINCT FROM 'finished' AND silence.age >= interval '15 minutes'
    AND COALESCE(GREATEST(read.succeeded_at, read.failed_at), '-infinity') < CASE
      WHEN silence.age < interval '1 hour' THEN summary.last_activity_at + interval '15 minutes'
      WHEN silence.age < interval '6 hours' THEN summary.last_activity_at + interval '1 hour'
      WHEN silence.age < interval '1 day' THEN summary.last_activity_at + interval '6 hours'
      ELSE now() - interval '1 day'
    END
    AND NOT COALESCE(read.error_status = 404 AND read.failed_at > now() - interval '7 days', false)
    AND NOT EXISTS (
      SELECT FROM refresh_requests AS request WHERE request.verification_id = summary.verification_id AND request.subject = 'verification'
    )
  ORDER BY summary.last_activity_at DESC LIMIT ${MAX_REQUESTS}
  ON CONFLICT DO NOTHING`;

export async function scheduleSilenceReads({ pool }: Pooled): Promise<number> {
  return (await pool.query(SCHEDULE)).rowCount ?? 0;
}
