import type { Client } from "#lib/platform/server/db/database.ts";
import type { ReadBatch } from "./claim.ts";

/** Events out of order leave a gap for a moment; most gaps close by themselves. */
const GAP_SETTLES = "15 seconds";

/** `finished` is dated by the end of its signature's second: only a read that begins later can confirm it. */
const SECOND_ENDS = "1 second";

/**
 * A lagging replica may answer with an old state: a second read at least 30 s later settles it (design §4, Snapshots).
 * The additional second allows for clock differences and rounding.
 */
const CONFIRMS_AFTER = "31 seconds";

const near = (time: string): string =>
  `newest.read_at BETWEEN ${time} - interval '2 minutes' AND ${time} + interval '2 minutes'`;

const REQUEST = `
  INSERT INTO refresh_requests AS request (verification_id, subject, reason, due_at)
  SELECT DISTINCT ON (verification_id COLLATE "C", subject) verification_id, subject, reason, due_at FROM (
    SELECT id AS verification_id, 'verification' AS subject, 'finished' AS reason,
      now() + interval '${SECOND_ENDS}' AS due_at
    FROM unnest($1::text[]) AS id
    UNION ALL
    SELECT id, subject, 'curp_search_completed', now()
    FROM unnest($2::text[]) AS id CROSS JOIN unnest(ARRAY['people', 'verification']) AS subject
    UNION ALL
    SELECT id, 'verification', 'gap', now() + interval '${GAP_SETTLES}' FROM unnest($3::text[]) AS id
    UNION ALL
    SELECT id, 'verification', 'unknown', now() + interval '${GAP_SETTLES}' FROM unnest($4::text[]) AS id
    WHERE NOT EXISTS (SELECT FROM verification_reads WHERE verification_id = id AND subject = 'verification')
      AND NOT EXISTS (
        SELECT FROM verification_statements WHERE verification_id = id AND event_name = 'verification.v2.created'
      )
    UNION ALL
    SELECT id, 'verification', 'created', now() FROM unnest($5::text[]) AS id
    WHERE NOT EXISTS (SELECT FROM verification_reads WHERE verification_id = id AND subject = 'verification')
    UNION ALL
    SELECT id, 'verification', 'disagreement', doubt.since + interval '${CONFIRMS_AFTER}'
    FROM unnest($4::text[]) AS id
    CROSS JOIN LATERAL newest_reading(id, 'verification') AS newest
    LEFT JOIN LATERAL (
      SELECT status, effective_at FROM verification_statements AS statement
      WHERE statement.verification_id = id AND status IS NOT NULL
      ORDER BY effective_at DESC, digest DESC LIMIT 1
    ) AS stated ON true
    LEFT JOIN LATERAL (
      SELECT effective_at, array_agg(documents_status) AS documents_statuses,
        array_agg(previous_documents_status) AS previous_documents_statuses
      FROM document_status_changes AS change WHERE change.verification_id = id
      GROUP BY effective_at ORDER BY effective_at DESC LIMIT 1
    ) AS changed ON true
    LEFT JOIN LATERAL (
      SELECT read_at, body_hash FROM verification_snapshots AS read
      WHERE read.verification_id = id AND read.subject = 'verification'
        AND read.documents_status <> newest.documents_status
      ORDER BY read_at DESC, body_hash DESC LIMIT 1
    ) AS other ON true
    CROSS JOIN LATERAL (
      SELECT min(read_at) AS first_read_at FROM verification_snapshots AS read
      WHERE read.verification_id = id AND read.subject = 'verification'
        AND read.documents_status = newest.documents_status
        AND (other.read_at IS NULL OR (read.read_at, read.body_hash) > (other.read_at, other.body_hash))
        AND read.read_at > COALESCE(changed.effective_at, '-infinity')
    ) AS same
    CROSS JOIN LATERAL (
      SELECT GREATEST(
        CASE WHEN stated.status = 'finished' THEN stated.effective_at END,
        (SELECT max(read_at) FROM verification_snapshots AS read
          WHERE read.verification_id = id AND read.subject = 'verification' AND read.status = 'finished'),
        (SELECT max(effective_at) FROM findings_runs AS run WHERE run.verification_id = id AND source = 'final')
      ) AS at
    ) AS finished
    CROSS JOIN LATERAL (
      SELECT min(read_at) AS first_read_at FROM verification_snapshots AS read
      WHERE read.verification_id = id AND read.subject = 'verification' AND read.status <> 'finished'
        AND read.read_at > finished.at AND COALESCE(stated.effective_at, '-infinity') <= finished.at
    ) AS reopened
    CROSS JOIN LATERAL (
      SELECT max(at) AS at FROM (
        SELECT effective_at AS at FROM verification_statements AS statement
        WHERE statement.verification_id = id AND status <> 'finished'
        UNION ALL
        SELECT read_at FROM verification_snapshots AS read
        WHERE read.verification_id = id AND read.subject = 'verification' AND read.status <> 'finished'
      ) AS observed
    ) AS unfinished
    CROSS JOIN LATERAL (
      SELECT min(read_at) AS first_read_at FROM verification_snapshots AS read
      WHERE read.verification_id = id AND read.subject = 'verification' AND read.status = 'finished'
        AND read.read_at > unfinished.at AND COALESCE(stated.effective_at, '-infinity') <= unfinished.at
        AND EXISTS (
          SELECT FROM findings_runs AS run
          WHERE run.verification_id = id AND source = 'final' AND run.effective_at < unfinished.at
        )
    ) AS finished_again
    CROSS JOIN LATERAL (
      SELECT GREATEST(
        max(effective_at) FILTER (WHERE event_name = 'verification.v2.finished'),
        min(effective_at) FILTER (WHERE status = 'finished' AND effective_at > COALESCE(unfinished.at, '-infinity'))
      ) AS at
      FROM verification_statements AS statement WHERE statement.verification_id = id
    ) AS said_finished
    CROSS JOIN LATERAL (
      SELECT newest.status <> stated.status AS status_differs,
        newest.documents_status IS NOT NULL
          AND NOT COALESCE(newest.documents_status = ANY(changed.documents_statuses), false)
          AND NOT COALESCE(
            newest.documents_status = ANY(changed.previous_documents_statuses)
            AND newest.read_at <= changed.effective_at, false
          ) AS unexplained,
        ${near("stated.effective_at")} AS near_stated, ${near("changed.effective_at")} AS near_changed
    ) AS compared
    CROSS JOIN LATERAL (
      SELECT LEAST(
        CASE WHEN status_differs AND near_stated OR unexplained AND near_changed THEN newest.read_at END,
        CASE WHEN unexplained AND newest.read_at < same.first_read_at + interval '30 seconds' THEN same.first_read_at END,
        CASE WHEN newest.read_at < reopened.first_read_at + interval '30 seconds' THEN reopened.first_read_at END,
        CASE WHEN newest.read_at < finished_again.first_read_at + interval '30 seconds' THEN finished_again.first_read_at END,
        CASE WHEN newest.read_at <= said_finished.at
          THEN said_finished.at + interval '${SECOND_ENDS}' - interval '${CONFIRMS_AFTER}' END
      ) AS since
    ) AS doubt
    WHERE doubt.since IS NOT NULL
  ) AS wanted
  ORDER BY verification_id COLLATE "C", subject, due_at, reason
  ON CONFLICT (verification_id, subject) DO UPDATE SET
    reason = CASE WHEN EXCLUDED.due_at < request.due_at THEN EXCLUDED.reason ELSE request.reason END,
    due_at = LEAST(EXCLUDED.due_at, request.due_at),
    requested_at = EXCLUDED.requested_at`;

/**
 * Requests the reads of the API after a batch (design §5): once after `created`, for the file's name, after `finished`,
 * after `curp_search_completed` (the people, and the verification with them), after a new gap, and for a verification
 * without a read and without `created`, whose earlier events may be lost. A second read confirms a read that disagrees
 * with an event within two minutes, or that shows a reopening, a finish after a reopening, or a documents_status that
 * no event explains. As in the timeline, both reads follow the last change, without a different read in between. (A
 * documents_status is explained if the next event has it as its previous value.) One request for each verification and
 * subject, at the earliest time. Rows older than a day, as in a rebuild, request nothing.
 */
export async function requestReads(client: Client, batch: ReadBatch, newGaps: readonly string[]): Promise<void> {
  const deliveries = batch.deliveries.filter((delivery) => delivery.recent);
  const touched = new Set(deliveries.map((delivery) => delivery.verification_id));
  for (const { recent, row } of batch.snapshots) if (recent) touched.add(row.verification_id);
  if (touched.size === 0) return;
  const about = (name: string) => [
    ...new Set(
      deliveries.filter((delivery) => delivery.event_name === name).map((delivery) => delivery.verification_id),
    ),
  ];
  await client.query({
    name: "request reads",
    text: REQUEST,
    values: [
      about("verification.v2.finished"),
      about("verification_people.curp_search_completed"),
      newGaps.filter((id) => touched.has(id)),
      [...touched],
      about("verification.v2.created"),
    ],
  });
}
