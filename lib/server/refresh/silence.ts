import type { Database } from "#lib/server/db/database.ts";

const AT_MOST = 200;

/**
 * No event announces `error` or `pending_validation`, so an unfinished verification without a new fact is read again
 * after 15 minutes, 1 hour, 6 hours, then daily (design §5). The step that is due is the greatest that has passed since
 * the last activity; it is done once a read was tried after it began.
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
      SELECT FROM refresh_requests AS asked WHERE asked.verification_id = summary.verification_id AND asked.subject = 'verification'
    )
  ORDER BY summary.last_activity_at DESC LIMIT ${AT_MOST}
  ON CONFLICT DO NOTHING`;

/** Asks for the reads that silence calls for. Returns how many. */
export async function scheduleSilenceReads({ pool }: Pick<Database, "pool">): Promise<number> {
  return (await pool.query(SCHEDULE)).rowCount ?? 0;
}
