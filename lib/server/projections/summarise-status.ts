import type { Client } from "#lib/server/db/database.ts";

/**
 * Status, base fields and activity. Events and snapshots are observations of one kind here: the later one counts, at
 * equal times the event (`compareObservations`). `status_at` is since when the status is known to hold: the oldest of
 * the newest observations that agree, so that a read which only confirms it does not make it newer (`currentValue`).
 *
 * Reading is no activity. A verification that no event speaks of takes the last read that brought an answer not seen
 * before, so that reading it again does not move it up the list.
 */
export const OBSERVED = `
  WITH observation AS MATERIALIZED (
    SELECT effective_at AS at, 1 AS by_event, digest, status, account_id, account_name, verification_tag AS tag, created_at,
      created_at_text, event_name
    FROM verification_statements AS statement WHERE statement.verification_id = touched.verification_id
    UNION ALL
    SELECT read_at, 0, body_hash, status, account_id, NULL, tag, created_at, created_at_text, NULL
    FROM verification_snapshots AS read
    WHERE read.verification_id = touched.verification_id AND read.subject = 'verification'
  )
  SELECT
    (array_agg(account_id ORDER BY at DESC, by_event DESC, digest DESC) FILTER (WHERE account_id IS NOT NULL))[1] AS account_id,
    (array_agg(account_name ORDER BY at DESC, by_event DESC, digest DESC) FILTER (WHERE account_name IS NOT NULL))[1] AS account_name,
    (array_agg(tag ORDER BY at DESC, by_event DESC, digest DESC) FILTER (WHERE tag IS NOT NULL))[1] AS tag,
    (array_agg(created_at ORDER BY at DESC, by_event DESC, digest DESC) FILTER (WHERE created_at IS NOT NULL))[1] AS created_at,
    (array_agg(created_at_text ORDER BY at DESC, by_event DESC, digest DESC) FILTER (WHERE created_at_text IS NOT NULL))[1] AS created_at_text,
    (array_agg(status ORDER BY at DESC, by_event DESC, digest DESC) FILTER (WHERE status IS NOT NULL))[1] AS status,
    (
      SELECT min(at) FROM (
        SELECT at, bool_and(agrees) OVER (ORDER BY at DESC, by_event DESC, digest DESC ROWS UNBOUNDED PRECEDING) AS agreeing
        FROM (
          SELECT at, by_event, digest,
            status = first_value(status) OVER (ORDER BY at DESC, by_event DESC, digest DESC) AS agrees
          FROM observation WHERE status IS NOT NULL
        ) AS compared
      ) AS newest WHERE agreeing
    ) AS status_at,
    COALESCE(max(at) FILTER (WHERE by_event = 1), (
      SELECT max(first_seen) FROM (
        SELECT min(read_at) AS first_seen FROM verification_snapshots AS read
        WHERE read.verification_id = touched.verification_id GROUP BY subject, body_hash
      ) AS answers
    )) AS last_activity_at,
    COALESCE(bool_or(event_name = 'verification.v2.created'), false) AS created
  FROM observation`;

const NEWEST_FIRST = "at DESC, by_event DESC, rank DESC, digest DESC";

/**
 * The documents_status changes of a verification that `touched` names, with the rank that orders those of one instant by
 * which follows from which (`orderDocumentChanges`); it is looked up only where there is more than one.
 */
export const RANKED = `
  SELECT documents_status, previous_documents_status, effective_at AS at, digest,
    CASE WHEN count(*) OVER (PARTITION BY effective_at) = 1 THEN 1 ELSE
      1 + EXISTS (
        SELECT FROM document_status_changes AS other
        WHERE other.verification_id = change.verification_id AND other.effective_at = change.effective_at
          AND other.digest <> change.digest AND other.documents_status = change.previous_documents_status
      )::int - EXISTS (
        SELECT FROM document_status_changes AS other
        WHERE other.verification_id = change.verification_id AND other.effective_at = change.effective_at
          AND other.digest <> change.digest AND other.previous_documents_status = change.documents_status
      )::int
    END AS rank
  FROM document_status_changes AS change WHERE change.verification_id = touched.verification_id`;

/** The documents_status timeline: the current value and since when, the first completion, whether an event is missing. */
export const DOCUMENTS = `
  WITH ranked AS MATERIALIZED (${RANKED}
  ), observation AS MATERIALIZED (
    SELECT documents_status, at, 1 AS by_event, rank, digest FROM ranked
    UNION ALL
    SELECT documents_status, read_at, 0, 0, body_hash FROM verification_snapshots AS read
    WHERE read.verification_id = touched.verification_id AND read.subject = 'verification'
      AND documents_status IS NOT NULL
  ), compared AS (
    SELECT at, by_event, rank, digest, documents_status,
      documents_status = first_value(documents_status) OVER (ORDER BY ${NEWEST_FIRST}) AS agrees
    FROM observation
  ), newest AS (
    SELECT at, by_event, rank, digest, documents_status,
      bool_and(agrees) OVER (ORDER BY ${NEWEST_FIRST} ROWS UNBOUNDED PRECEDING) AS agreeing
    FROM compared
  )
  SELECT
    (SELECT max(documents_status) FROM newest WHERE agreeing) AS documents_status,
    (SELECT min(at) FROM newest WHERE agreeing) AS documents_status_at,
    (SELECT min(at) FROM ranked WHERE documents_status = 'full_upload') AS first_completed_at,
    COALESCE((
      SELECT bool_or(previous_documents_status IS DISTINCT FROM predecessor) FROM (
        SELECT previous_documents_status, lag(documents_status) OVER (ORDER BY at, rank, digest) AS predecessor FROM ranked
      ) AS chain
    ), false) AS has_gap,
    (
      (SELECT by_event = 0 FROM newest ORDER BY ${NEWEST_FIRST} LIMIT 1)
        AND (SELECT max(documents_status) FROM newest WHERE agreeing)
          <> (SELECT documents_status FROM ranked ORDER BY at DESC, rank DESC, digest DESC LIMIT 1)
    ) IS TRUE AS change_unreported`;

const FIND = `
  SELECT touched.verification_id FROM unnest($1::text[]) AS touched(verification_id)
  WHERE EXISTS (
    WITH ranked AS (${RANKED})
    SELECT FROM (
      SELECT digest, lag(digest) OVER in_order AS predecessor,
        previous_documents_status IS DISTINCT FROM lag(documents_status) OVER in_order AS gap
      FROM ranked WINDOW in_order AS (ORDER BY at, rank, digest)
    ) AS chain
    WHERE gap AND (
      encode(digest, 'hex') = ANY($2::text[]) OR encode(predecessor, 'hex') = ANY($2::text[])
    )
  )`;

/**
 * Which of these verifications have a gap in their documents_status timeline (`orderDocumentChanges`) at one of these
 * changes or right after it. A gap elsewhere is an old one. Digests are lowercase hex.
 */
export async function findGaps(
  client: Client,
  verificationIds: readonly string[],
  digests: readonly string[],
): Promise<string[]> {
  if (verificationIds.length === 0) return [];
  const { rows } = await client.query<{ verification_id: string }>({
    name: "find gaps",
    text: FIND,
    values: [verificationIds, digests],
  });
  return rows.map((row) => row.verification_id);
}
