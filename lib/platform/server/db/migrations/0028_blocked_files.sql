-- expands: files that are blocked until their period ends, certificates of erasures, and ends of business relations

-- Files that were erased while they had to be kept (`lib/server/privacy/blocking`). Deliveries, the log of reviews, notes and
-- letters stay; what is computed from them is deleted, and nothing is applied any more.
CREATE TABLE blocked_verifications (
  -- The mark of the id, as in erased_verifications.
  id_hash bytea PRIMARY KEY,
  -- Null where a restore knows the mark alone: nothing of the file is in the backup.
  verification_id text COLLATE "C" UNIQUE,
  blocked_at timestamptz NOT NULL DEFAULT now(),
  -- Null for a restore.
  user_id uuid,
  -- At that time.
  user_name text,
  reason text,
  -- After a restore, which may lack decisions and holds from after its backup: the end that the erasure log states.
  not_before timestamptz
);

-- What an erasure deleted, without the file and its people.
CREATE TABLE erasure_certificates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  erased_at timestamptz NOT NULL DEFAULT now(),
  -- `by_hand`, `period_ended` or `restored`.
  cause text NOT NULL,
  -- Null where no person did it at that time.
  user_name text,
  -- When the file was blocked before.
  blocked_at timestamptz,
  -- Numbers of rows by kind.
  deleted jsonb NOT NULL,
  -- The leaves of the evidence log whose entries were deleted, and the SHA-256 of their hashes in that order.
  positions bigint[] NOT NULL,
  leaves_digest bytea
);
CREATE INDEX erasure_certificates_erased_at ON erasure_certificates (erased_at DESC, id);

-- The end of the business relation, as an officer states it: the period of a decided file counts from it if it is later.
CREATE TABLE relation_ends (
  verification_id text COLLATE "C" PRIMARY KEY,
  ended_on date NOT NULL,
  -- The beginning of that day in the zone of the policy.
  ended_at timestamptz NOT NULL
);

-- As before, but what arrives about a blocked file does not lengthen its period, and the end of the relation counts.
CREATE OR REPLACE FUNCTION custody_grounds(file text)
  RETURNS TABLE (ground text, profile text, since timestamptz, until timestamptz, hold_id uuid)
  LANGUAGE sql STABLE AS $$
  WITH decisions AS MATERIALIZED (
    SELECT decision.resolution AS class, max(decision.at) AS at FROM review_log AS decision
    WHERE decision.verification_id = file AND decision.kind IN ('decided', 'approved', 'ratified')
      AND decision.resolution IN ('accepted', 'rejected') AND NOT EXISTS (
        SELECT FROM review_log AS later
        WHERE later.verification_id = decision.verification_id AND later.undoes = decision.id)
    GROUP BY decision.resolution
  ), classes AS (
    SELECT class, CASE WHEN ended.ended_at > decisions.at THEN 'relation' ELSE class END AS ground,
      GREATEST(decisions.at, ended.ended_at) AS at
    FROM decisions LEFT JOIN relation_ends AS ended ON ended.verification_id = file
    UNION ALL
    SELECT 'undecided', 'undecided', max(received_at) FROM inbox
    WHERE verification_id = file AND NOT EXISTS (SELECT FROM decisions)
      AND received_at <= COALESCE((SELECT blocked_at FROM blocked_verifications WHERE verification_id = file), 'infinity')
    HAVING max(received_at) IS NOT NULL
  )
  SELECT 'hold', NULL, held.placed_at, 'infinity'::timestamptz, held.id FROM legal_holds AS held
  WHERE held.ended_at IS NULL AND (held.verification_id = file OR held.id IN (
    SELECT linked.hold_id FROM legal_hold_files AS linked WHERE linked.verification_id = file))
  UNION ALL
  SELECT classes.ground, COALESCE(rule.profile, 'variables'), classes.at,
    ((classes.at AT TIME ZONE 'UTC') + make_interval(months => rule.months)) AT TIME ZONE 'UTC', NULL
  FROM classes LEFT JOIN LATERAL (
    SELECT policy -> classes.class ->> 'profile' AS profile, (policy -> classes.class ->> 'months')::integer AS months
    FROM (SELECT policy FROM custody_policies ORDER BY version DESC LIMIT 1) AS newest
  ) AS rule ON true
$$;
