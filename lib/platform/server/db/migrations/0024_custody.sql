-- expands: periods for which files are kept, legal holds, and the runs of the retention

-- The periods in force are those of the newest version: of accepted, rejected and never decided files a profile and its months,
-- as `lib/contract/custody/policy.ts` has them. Without a row the RETENTION_… variables decide alone.
CREATE TABLE custody_policies (
  version integer PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- Null for a policy that the installation began with.
  user_id uuid,
  policy jsonb NOT NULL
);
-- An installation that is in use keeps its behaviour. A new one begins with ten years (`begin-custody.ts`).
INSERT INTO custody_policies (version, policy)
SELECT 1, '{"accepted": {"profile": "variables", "months": null}, "rejected": {"profile": "variables", "months": null},
  "undecided": {"profile": "variables", "months": null}}'
WHERE EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM inbox);

-- A legal hold of one file, or of all files with a person. It lasts until a person ends it.
CREATE TABLE legal_holds (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  verification_id text COLLATE "C",
  -- As `bare_curp` has it, and only while the hold lasts; `curp_ends` is what pages show.
  curp text,
  curp_ends text,
  reason text NOT NULL,
  -- The day on which the hold is to be reviewed.
  review_on date,
  placed_at timestamptz NOT NULL DEFAULT now(),
  placed_by uuid NOT NULL,
  ended_at timestamptz,
  ended_by uuid,
  end_reason text,
  CHECK ((verification_id IS NULL) <> (curp_ends IS NULL)),
  CHECK ((curp IS NOT NULL) = (curp_ends IS NOT NULL AND ended_at IS NULL))
);
CREATE INDEX legal_holds_verification ON legal_holds (verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX legal_holds_curp ON legal_holds (curp) WHERE curp IS NOT NULL;
CREATE INDEX legal_holds_placed_at ON legal_holds (placed_at, id);

-- The files in which the person of a hold was found. A later answer that lacks the person does not release its file.
CREATE TABLE legal_hold_files (
  hold_id uuid NOT NULL REFERENCES legal_holds ON DELETE CASCADE,
  verification_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (verification_id, hold_id)
);
CREATE INDEX legal_hold_files_hold ON legal_hold_files (hold_id);

CREATE FUNCTION hold_files_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO legal_hold_files (hold_id, verification_id)
  SELECT id, NEW.verification_id FROM legal_holds WHERE curp = ANY (NEW.curps)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER hold_files_of_person AFTER INSERT OR UPDATE OF curp, texts ON verification_people
  FOR EACH ROW EXECUTE FUNCTION hold_files_of_person();

-- Why a file is kept, and until when: a row for each hold ('infinity'), and one for each kind of its decisions. A decision that
-- was undone does not count. `until` is null where the variables decide.
CREATE FUNCTION custody_grounds(file text)
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
    SELECT class, at FROM decisions
    UNION ALL
    SELECT 'undecided', max(received_at) FROM inbox
    WHERE verification_id = file AND NOT EXISTS (SELECT FROM decisions)
    HAVING max(received_at) IS NOT NULL
  )
  SELECT 'hold', NULL, held.placed_at, 'infinity'::timestamptz, held.id FROM legal_holds AS held
  WHERE held.ended_at IS NULL AND (held.verification_id = file OR held.id IN (
    SELECT linked.hold_id FROM legal_hold_files AS linked WHERE linked.verification_id = file))
  UNION ALL
  SELECT classes.class, COALESCE(rule.profile, 'variables'), classes.at,
    ((classes.at AT TIME ZONE 'UTC') + make_interval(months => rule.months)) AT TIME ZONE 'UTC', NULL
  FROM classes LEFT JOIN LATERAL (
    SELECT policy -> classes.class ->> 'profile' AS profile, (policy -> classes.class ->> 'months')::integer AS months
    FROM (SELECT policy FROM custody_policies ORDER BY version DESC LIMIT 1) AS newest
  ) AS rule ON true
$$;

-- Until when a file has to be kept: null if nothing keeps it. `variables` tells whether decided files whose profile is
-- 'variables' are kept for ever, as they are while a RETENTION_… variable is not set.
CREATE FUNCTION kept_until(file text, variables boolean) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT max(CASE WHEN variables AND profile = 'variables' AND ground <> 'undecided' THEN 'infinity' ELSE until END)
  FROM custody_grounds(file)
$$;

-- Files of which the retention kept something, and when it has to look at them again.
CREATE TABLE custody_kept (
  verification_id text COLLATE "C" PRIMARY KEY,
  look_again_at timestamptz NOT NULL
);
CREATE INDEX custody_kept_look_again_at ON custody_kept (look_again_at);
INSERT INTO custody_kept (verification_id, look_again_at)
SELECT DISTINCT verification_id, 'infinity'::timestamptz FROM inbox WHERE kept AND verification_id IS NOT NULL;

-- The rules by which the retention last ran: when they change, it looks at every kept file again.
CREATE TABLE custody_rules (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  rules jsonb NOT NULL
);

-- Runs of the retention that deleted something: how many rows of which kind, and by which rule.
CREATE TABLE retention_runs (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  began_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  policy_version integer NOT NULL,
  deleted jsonb NOT NULL
);
CREATE INDEX retention_runs_ended_at ON retention_runs (ended_at);
