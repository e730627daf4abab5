-- expands: letters sent to customers, and mails kept where the embedded service runs without a mail server

-- Letters about a verification, each to one address. The browser makes the id, so that a repeated request adds none.
CREATE TABLE letters (
  id uuid PRIMARY KEY,
  verification_id text COLLATE "C" NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- `pending`, `sent`, `refused`, `bounced` (the mail server refused its address for good), or `unknown` after a restore.
  state text NOT NULL DEFAULT 'pending',
  ended_at timestamptz,
  -- Of the last attempt: the SMTP status, the code of the failure, and the beginning of the answer.
  status integer,
  error text,
  answer text
);
CREATE INDEX letters_verification ON letters (verification_id, created_at);

-- Mails of an installation with the embedded service and without a mail server; the newest hundred.
CREATE TABLE kept_mails (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  verification_id text COLLATE "C",
  recipient text NOT NULL,
  reply_to text,
  subject text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX kept_mails_verification ON kept_mails (verification_id) WHERE verification_id IS NOT NULL;
