/**
 * The sandbox's own schema, in the order in which it grew. An entry is never edited once it is released. It shares the
 * database with the dashboard and nothing else: no statement here or there names the other one's tables.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE sandbox.account (
    account_id text PRIMARY KEY,
    account_name text NOT NULL,
    seed text NOT NULL,
    dashboard_key_id text,
    file_key bytea NOT NULL,
    scenarios_started_at timestamptz,
    next_slot integer NOT NULL DEFAULT 0,
    next_slot_at timestamptz
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
    change jsonb NOT NULL
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
    extra_copies smallint NOT NULL,
    resigned boolean NOT NULL,
    first_t bigint,
    last_error text,
    created_at timestamptz NOT NULL,
    ended_at timestamptz
  );
  CREATE INDEX delivery_due ON sandbox.delivery (webhook_id, next_at, id) WHERE state = 'pending';
  CREATE INDEX delivery_verification ON sandbox.delivery (verification_id);
  CREATE INDEX delivery_ended ON sandbox.delivery (ended_at);
  `,
  `
  ALTER TABLE sandbox.delivery ADD COLUMN twice boolean NOT NULL DEFAULT false;
  ALTER TABLE sandbox.delivery ADD COLUMN repeated boolean NOT NULL DEFAULT false;
  ALTER TABLE sandbox.delivery DROP COLUMN extra_copies;
  `,
  `
  -- The steps that somebody asked for go on while the steady activity is off.
  ALTER TABLE sandbox.step ADD COLUMN by_hand boolean NOT NULL DEFAULT false;
  ALTER TABLE sandbox.delivery ADD COLUMN forged boolean NOT NULL DEFAULT false;

  ALTER TABLE sandbox.account ADD COLUMN pace text NOT NULL DEFAULT 'steady';
  ALTER TABLE sandbox.account ADD COLUMN paused_at timestamptz;

  -- What was played or worked on by hand.
  CREATE TABLE sandbox.played (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    verification_id text NOT NULL UNIQUE,
    account_id text NOT NULL REFERENCES sandbox.account,
    scenario text,
    tag text NOT NULL,
    played_at timestamptz NOT NULL
  );
  `,
];
