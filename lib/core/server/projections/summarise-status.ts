import type { Client } from "#lib/platform/server/db/database.ts";

const latest = (column: string): string =>
  `(array_agg(${column} ORDER BY place DESC) FILTER (WHERE ${column} IS NOT NULL))[1] AS ${column}`;

/**
 * Status, base fields and activity. `status_at` is the oldest observation in the newest run of observations with the
 * same status, so that a read that confirms the status does not make it newer.
 *
 * `last_activity_at` is the time of the newest event. A verification without events takes its last read with an answer
 * not seen before, so that an equal read does not move it up the list.
 */
export const OBSERVED = `
  WITH observation AS MATERIALIZED (
    SELECT * FROM observations_of(touched.verification_id)
  )
  SELECT
    ${["account_id", "account_name", "tag", "created_at", "created_at_text", "status"].map(latest).join(",\n    ")},
    (
      SELECT min(at) FROM (
        SELECT at, bool_and(agrees) OVER (ORDER BY place DESC ROWS UNBOUNDED PRECEDING) AS agreeing
        FROM (
          SELECT at, place, status = first_value(status) OVER (ORDER BY place DESC) AS agrees
          FROM observation WHERE status IS NOT NULL
        ) AS compared
      ) AS newest WHERE agreeing
    ) AS status_at,
    COALESCE(max(at) FILTER (WHERE found_by = 'event'), (
      SELECT max(first_seen) FROM (
        SELECT min(read_at) AS first_seen FROM verification_snapshots AS read
        WHERE read.verification_id = touched.verification_id GROUP BY subject, body_hash
      ) AS answers
    )) AS last_activity_at,
    COALESCE(bool_or(event_name = 'verification.v2.created'), false) AS created
  FROM observation`;

/** From the documents_status timeline: the current value and its time, the first completion, and a missing event. */
export const DOCUMENTS = `
  WITH change AS MATERIALIZED (
    SELECT * FROM document_changes_of(touched.verification_id)
  ), observation AS MATERIALIZED (
    SELECT documents_status, at, by_event, row_number() OVER (ORDER BY at DESC, by_event DESC, place DESC, digest DESC) AS age
    FROM (
      SELECT documents_status, effective_at AS at, true AS by_event, place, digest FROM change
      UNION ALL
      SELECT documents_status, read_at, false, 0, body_hash FROM verification_snapshots AS read
      WHERE read.verification_id = touched.verification_id AND read.subject = 'verification'
        AND documents_status IS NOT NULL
    ) AS stated
  ), newest AS MATERIALIZED (
    SELECT documents_status, by_event FROM observation WHERE age = 1
  ), differing AS (
    SELECT min(age) AS age FROM observation WHERE documents_status <> (SELECT documents_status FROM newest)
  )
  SELECT
    (SELECT documents_status FROM newest) AS documents_status,
    (SELECT min(at) FROM observation, differing WHERE observation.age < differing.age OR differing.age IS NULL) AS documents_status_at,
    (SELECT min(effective_at) FROM change WHERE documents_status = 'full_upload') AS first_completed_at,
    COALESCE((SELECT bool_or(gap) FROM change), false) AS has_gap,
    (
      SELECT NOT by_event AND documents_status <> (SELECT documents_status FROM change ORDER BY place DESC LIMIT 1)
      FROM newest
    ) IS TRUE AS change_unreported`;

const FIND = `
  SELECT touched.verification_id FROM unnest($1::text[]) AS touched(verification_id)
  WHERE EXISTS (
    SELECT FROM (
      SELECT digest, lag(digest) OVER (ORDER BY place) AS predecessor, gap FROM document_changes_of(touched.verification_id)
    ) AS chain
    WHERE gap AND (
      encode(digest, 'hex') = ANY($2::text[]) OR encode(predecessor, 'hex') = ANY($2::text[])
    )
  )`;

/**
 * Finds the verifications whose documents_status timeline has a gap at one of these changes or right after it: gaps
 * elsewhere were there before. Digests are lowercase hex.
 */
export async function findGaps(client: Client, verificationIds: readonly string[], digests: readonly string[]) {
  if (verificationIds.length === 0) return [];
  const { rows } = await client.query<{ verification_id: string }>({
    name: "find gaps",
    text: FIND,
    values: [verificationIds, digests],
  });
  return rows.map((row) => row.verification_id);
}
