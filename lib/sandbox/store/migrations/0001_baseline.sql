-- The sandbox's own schema. It shares the database with the dashboard and nothing else: no statement here or there names
-- the other one's tables.

CREATE TABLE sandbox.account (
  account_id text PRIMARY KEY,
  account_name text NOT NULL,
  seed text NOT NULL,
  dashboard_key_id text,
  file_key bytea NOT NULL,
  scenarios_started_at timestamptz,
  next_slot integer NOT NULL DEFAULT 0,
  next_slot_at timestamptz,
  pace text NOT NULL DEFAULT 'steady',
  paused_at timestamptz
);

CREATE TABLE sandbox.api_key (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES sandbox.account,
  name text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  permission text NOT NULL CHECK (permission IN ('full', 'read')),
  created_at timestamptz NOT NULL,
  UNIQUE (account_id, name)
);

CREATE TABLE sandbox.webhook (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES sandbox.account,
  url text NOT NULL,
  events text[] NOT NULL,
  description text NOT NULL,
  secret text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE sandbox.verification (
  verification_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES sandbox.account,
  state jsonb NOT NULL
);

-- What is yet to happen.
CREATE TABLE sandbox.step (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES sandbox.account,
  verification_id text NOT NULL,
  due_at timestamptz NOT NULL,
  change jsonb NOT NULL,
  -- Somebody asked for it: it goes on while the steady activity is off.
  by_hand boolean NOT NULL DEFAULT false
);
CREATE INDEX step_due ON sandbox.step (due_at, id);

-- The outbox. A row is written in the transaction that changes the verification.
CREATE TABLE sandbox.delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id text NOT NULL,
  verification_id text NOT NULL,
  event_name text NOT NULL,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')) DEFAULT 'pending',
  next_at timestamptz NOT NULL,
  failures smallint NOT NULL DEFAULT 0,
  twice boolean NOT NULL DEFAULT false,
  repeated boolean NOT NULL DEFAULT false,
  resigned boolean NOT NULL,
  forged boolean NOT NULL DEFAULT false,
  first_t bigint,
  last_error text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX delivery_due ON sandbox.delivery (webhook_id, next_at, id) WHERE state = 'pending';
CREATE INDEX delivery_verification ON sandbox.delivery (verification_id);
CREATE INDEX delivery_ended ON sandbox.delivery (ended_at);

-- What was played or worked on by hand.
CREATE TABLE sandbox.played (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  verification_id text NOT NULL UNIQUE,
  account_id text NOT NULL REFERENCES sandbox.account,
  scenario text,
  tag text NOT NULL,
  played_at timestamptz NOT NULL
);
