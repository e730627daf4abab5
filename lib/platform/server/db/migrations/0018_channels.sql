-- expands: channels to people and systems outside, and the queue of messages to them

-- A destination of alerts or decision events.
CREATE TABLE channels (
  id text PRIMARY KEY,
  -- `mail`, `chat` or `webhook`.
  kind text NOT NULL,
  name text NOT NULL,
  -- Address of a webhook. The address of a chat is a secret itself, kept in the vault as `secret_id`: here is its origin.
  url text,
  -- Addresses of a mail channel.
  recipients text[] NOT NULL DEFAULT '{}',
  -- Kinds of messages that the channel carries.
  events text[] NOT NULL,
  -- Language of its messages, `en` or `es-MX`.
  locale text NOT NULL,
  secret_id uuid REFERENCES vault_secrets,
  -- The replaced signing secret, which signs beside the new one until then.
  previous_secret_id uuid REFERENCES vault_secrets,
  previous_until timestamptz,
  paused boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid
);

-- Messages to send, and those of late that were sent or failed. A message has one target: a channel, the address of a user, or
-- the customer of a letter.
CREATE TABLE outgoing (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  -- `channel:<id>`, `user:<id>` or `letter:<id>`.
  target text NOT NULL,
  channel_id text REFERENCES channels ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  -- Language of a message to a user; a channel has its own.
  locale text,
  kind text NOT NULL,
  -- Identifies the cause: the same cause is queued once for a target.
  source text NOT NULL,
  verification_id text COLLATE "C",
  -- Of a decision event, in microseconds of its time; a greater one of the same verification supersedes it.
  sequence bigint,
  payload jsonb NOT NULL,
  -- `pending`, `sent`, `failed` or `superseded`.
  state text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  -- Recipients of a mail channel that have it: the next attempt leaves them out.
  reached text[] NOT NULL DEFAULT '{}',
  -- Null once it has ended.
  next_attempt_at timestamptz DEFAULT now(),
  -- Of the last attempt: the HTTP or SMTP status, the code of the failure, and the beginning of the answer.
  status integer,
  error text,
  answer text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  UNIQUE (target, kind, source)
);
-- Each channel has a queue of its own; those without a channel are mails to one person.
CREATE INDEX outgoing_due ON outgoing (channel_id, next_attempt_at, id) WHERE state = 'pending';
CREATE INDEX outgoing_channel ON outgoing (channel_id, id DESC);
CREATE INDEX outgoing_failed ON outgoing (channel_id) WHERE state = 'failed';
CREATE INDEX outgoing_verification ON outgoing (verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX outgoing_ended ON outgoing (ended_at) WHERE ended_at IS NOT NULL;
