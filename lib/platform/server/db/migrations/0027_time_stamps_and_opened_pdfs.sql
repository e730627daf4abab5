-- expands: time stamps of the heads that left; PDFs opened before a decision

-- What an authority of time stamps answered for a head that left. A head without a row has not been tried.
CREATE TABLE evidence_timestamps (
  head_id bigint PRIMARY KEY REFERENCES evidence_heads,
  attempts integer NOT NULL,
  -- Null once there is an answer.
  next_attempt_at timestamptz,
  -- Why the last attempt failed.
  error text,
  -- The TimeStampResp by RFC 3161, as it was received, and the time that it states.
  response bytea,
  stamped_at timestamptz
);

-- The last time that somebody who decides received a person's PDF whole.
CREATE TABLE opened_pdfs (
  verification_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  people_id bigint NOT NULL,
  sha256 bytea NOT NULL,
  bytes integer NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (verification_id, user_id, people_id, sha256)
);

-- Of a step that decides: the PDFs that its author had opened; null in entries of earlier versions.
ALTER TABLE review_log ADD COLUMN pdfs jsonb;

-- Bytes of opened PDFs where the policy keeps them: AES-256-GCM under a key of the vault.
CREATE TABLE kept_pdfs (
  verification_id text COLLATE "C" NOT NULL,
  sha256 bytea NOT NULL,
  bytes integer NOT NULL,
  nonce bytea NOT NULL,
  ciphertext bytea NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (verification_id, sha256)
);
ALTER TABLE kept_pdfs ALTER COLUMN ciphertext SET STORAGE EXTERNAL;
