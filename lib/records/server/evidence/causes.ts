import type { Client } from "#lib/platform/server/db/database.ts";

/**
 * The removal of a sealed entry, or of its payload. `fault` is why its cause can't be verified, null if it is;
 * `isRecorded` is false for a removal that was sealed before 0.5, whose event states no cause.
 */
export type Removal = { fault: string | null; isRecorded: boolean };

/** Removals by the positions of the leaves. */
export type Removals = { entries: ReadonlyMap<number, Removal>; payloads: ReadonlyMap<number, Removal> };

/**
 * A retention is explained by a run at that time, whose rule is older than the newest deleted entry: an hour less, since days
 * are counted in the server's time zone. An erasure is explained by its certificate, its audit entry, and the absence of other
 * entries of the file from before it. Certificates are deleted after the years of the policy, audit entries by the retention.
 */
const REMOVALS = `
  WITH known AS (
    SELECT now() - make_interval(years => COALESCE((SELECT min((policy ->> 'kept_years')::int) FROM review_policies), 10)) AS certificates_since,
      (SELECT max(newest) FROM evidence_events WHERE kind = 'entries_removed' AND cause = 'retention') AS audit_since,
      (SELECT min(id) FROM evidence_events WHERE cause IS NOT NULL) AS first_id
  )
  SELECT event.kind, event.positions, event.cause IS NOT NULL OR event.id > known.first_id AS recorded, CASE
    WHEN event.cause IS NULL AND event.id > known.first_id THEN 'its event states no cause'
    WHEN event.cause = 'retention' AND NOT EXISTS (
      SELECT FROM retention_runs AS run
      CROSS JOIN jsonb_to_recordset(run.deleted) AS rule (kind text, older_than jsonb)
      WHERE event.at BETWEEN run.began_at AND run.ended_at
        AND rule.kind = CASE event.kind WHEN 'payloads_removed' THEN 'deliveries' ELSE 'audit' END
        AND event.newest <= event.at - make_interval(days => (rule.older_than ->> 'count')::int, hours => -1)
    ) THEN 'deleted by the rule of no recorded run of the retention'
    WHEN event.cause = 'erasure' AND certificate.id IS NULL AND event.at > known.certificates_since
      THEN 'deleted by an erasure whose certificate is missing'
    WHEN event.cause = 'erasure' AND certificate.id IS NOT NULL AND (
      EXISTS (SELECT unnest(event.positions) EXCEPT SELECT unnest(certificate.positions))
      OR certificate.leaves_digest IS DISTINCT FROM (
        SELECT sha256(string_agg(hash, '' ORDER BY position)) FROM evidence_leaves WHERE position = ANY (certificate.positions))
    ) THEN 'deleted by an erasure whose certificate names other entries'
    WHEN event.cause = 'erasure' AND entry.id IS NULL AND event.at > COALESCE(known.audit_since, '-infinity')
      THEN 'deleted by an erasure that the audit trail does not have'
    WHEN event.cause = 'erasure' AND (
      EXISTS (SELECT FROM review_log WHERE verification_id = entry.file AND at < event.at)
      OR EXISTS (SELECT FROM file_statements WHERE verification_id = entry.file AND at < event.at)
      OR EXISTS (SELECT FROM inbox WHERE kind = 'delivery' AND verification_id = entry.file AND received_at < event.at)
    ) THEN 'deleted by an erasure that left other entries of the file'
    WHEN event.cause = 'none' THEN 'deleted without a cause'
  END AS fault
  FROM evidence_events AS event CROSS JOIN known
  LEFT JOIN erasure_certificates AS certificate ON certificate.id = event.certificate_id
  LEFT JOIN LATERAL (
    SELECT id, ids ->> 'verification_id' AS file FROM audit_log
    WHERE action = 'verification.erased' AND at = event.at AND after ->> 'certificate_id' = event.certificate_id::text LIMIT 1
  ) AS entry ON event.cause = 'erasure'
  WHERE event.kind <> 'log_begun'`;

type RemovalRow = { kind: string; positions: string[]; recorded: boolean | null; fault: string | null };

/** All removals of the log, with what is wrong about their causes. */
export async function readRemovals(client: Client): Promise<Removals> {
  const { rows } = await client.query<RemovalRow>(REMOVALS);
  const of = (wanted: string) =>
    new Map(
      rows
        .filter(({ kind }) => kind === wanted)
        .flatMap(({ positions, recorded, fault }) =>
          positions.map((position) => [Number(position), { fault, isRecorded: recorded === true }] as const),
        ),
    );
  return { entries: of("entries_removed"), payloads: of("payloads_removed") };
}

const STEPS = `
  SELECT verification_id, place, step FROM (
    SELECT verification_id, step, id, row_number() OVER (PARTITION BY verification_id ORDER BY id) AS place,
      lag(step) OVER (PARTITION BY verification_id ORDER BY id) AS previous
    FROM review_log
  ) AS numbered
  WHERE step <> place AND (previous IS NULL OR step <> previous + 1) ORDER BY id LIMIT $1`;

/** The first step after each gap in the numbers of a file's steps; `place` is the number that it has among the kept steps. */
export const findGaps = async (client: Client, max: number) =>
  (await client.query<{ verification_id: string; place: number; step: number }>(STEPS, [max])).rows;
