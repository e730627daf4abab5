-- expands: rotations of keys and replacements of webhook secrets are rows of one table

-- The dashboard's own key, a key that is used elsewhere, or a webhook whose secret is lost gives way to a new one (design §6):
-- each step is committed here before the next begins.
CREATE TABLE flows (
  id uuid PRIMARY KEY,
  -- `own_key`, `key_elsewhere` or `webhook`.
  kind text NOT NULL,
  state text NOT NULL,
  ended boolean GENERATED ALWAYS AS (state IN ('done', 'abandoned', 'cancelled', 'given_up')) STORED,
  -- Grows with each write: who wrote on the strength of an older one was overtaken.
  revision integer NOT NULL DEFAULT 0,
  -- The service's ids of the key or webhook that is to go, and of the new one while there is one.
  old_id text NOT NULL,
  new_id text,
  -- The fields that only flows of this kind have (`lib/server/provisioning/record.ts`).
  details jsonb NOT NULL,
  problem text,
  -- In a row, at this step.
  failures integer NOT NULL DEFAULT 0,
  -- The worker does not take the next step before.
  due_at timestamptz NOT NULL DEFAULT now(),
  started_by uuid,
  started_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX flows_one_own_key ON flows (kind) WHERE kind = 'own_key' AND NOT ended;
CREATE UNIQUE INDEX flows_one_each ON flows (kind, old_id) WHERE NOT ended;
CREATE INDEX flows_old ON flows (old_id);
CREATE INDEX flows_new ON flows (new_id);

-- When each state was reached.
CREATE TABLE flow_steps (
  flow_id uuid NOT NULL REFERENCES flows ON DELETE CASCADE,
  state text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (flow_id, state)
);

-- What a process of the version before has begun to write is waited for.
LOCK TABLE rotations, rotation_steps, key_replacements, webhook_replacements IN ACCESS EXCLUSIVE MODE;

INSERT INTO flows (id, kind, state, revision, old_id, new_id, details, problem, failures, due_at, started_by, started_at)
SELECT rotation.id, 'own_key', rotation.state, revision, old_service_key_id, fresh.service_key_id,
  jsonb_build_object('old_key_id', old_key_id, 'new_key_id', new_key_id, 'giving_up', giving_up),
  problem, failures, due_at, started_by, rotation.created_at
FROM rotations AS rotation LEFT JOIN dashboard_keys AS fresh ON fresh.id = new_key_id;

INSERT INTO flows (id, kind, state, old_id, new_id, details, problem, started_by, started_at)
SELECT id, 'key_elsewhere', state, old_service_key_id, new_service_key_id,
  jsonb_build_object('old_name', old_name, 'new_name', new_name), problem, started_by, started_at
FROM key_replacements;

INSERT INTO flows (id, kind, state, old_id, new_id, details, started_by, started_at)
SELECT id, 'webhook', state, old_webhook_id, new_webhook_id,
  jsonb_build_object('receiver_id', receiver_id, 'url', url, 'events', events, 'description', description),
  started_by, begun_at
FROM webhook_replacements;

INSERT INTO flow_steps (flow_id, state, at)
SELECT rotation_id, state, at FROM rotation_steps
UNION ALL
SELECT id, step.state, step.at FROM key_replacements AS flow, LATERAL (VALUES
  ('intent', started_at), ('created', created_at), ('switched', switched_at), (flow.state, ended_at)) AS step (state, at)
WHERE step.at IS NOT NULL
UNION ALL
SELECT id, step.state, step.at FROM webhook_replacements AS flow, LATERAL (VALUES
  ('begun', begun_at), ('twinned', twinned_at), ('stored', stored_at), ('switched', switched_at), (flow.state, ended_at)
) AS step (state, at)
WHERE step.at IS NOT NULL;

-- A process of the version before that finds no row takes no step of one. They are dropped by a later version.
DELETE FROM rotation_steps;
DELETE FROM rotations;
DELETE FROM key_replacements;
DELETE FROM webhook_replacements;

-- What such a process writes of a row that has moved is refused with what its transaction writes beside it, also where no row
-- is met: what it has created at the service is then found by its attempt, as after a crash. Pages answer 503 to this code.
CREATE FUNCTION refuse_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% has moved to flows', TG_TABLE_NAME USING ERRCODE = '57P03';
END $$;
CREATE TRIGGER rotations_moved BEFORE INSERT ON rotations FOR EACH ROW EXECUTE FUNCTION refuse_moved();
CREATE TRIGGER rotations_moved_on BEFORE UPDATE ON rotations FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved();
CREATE TRIGGER rotation_steps_moved BEFORE INSERT ON rotation_steps FOR EACH ROW EXECUTE FUNCTION refuse_moved();
CREATE TRIGGER key_replacements_moved BEFORE INSERT ON key_replacements FOR EACH ROW EXECUTE FUNCTION refuse_moved();
CREATE TRIGGER key_replacements_moved_on BEFORE UPDATE ON key_replacements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved();
CREATE TRIGGER webhook_replacements_moved BEFORE INSERT ON webhook_replacements
  FOR EACH ROW EXECUTE FUNCTION refuse_moved();
-- Every step of a replacement sets one of these. The two other statements go on: a secret is acknowledged whosever it is, and
-- the own webhook is created anew.
CREATE TRIGGER webhook_replacements_moved_on BEFORE UPDATE OF twinned_at, switched_at ON webhook_replacements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved();
