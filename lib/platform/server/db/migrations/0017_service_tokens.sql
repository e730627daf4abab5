-- expands: service tokens, by which other systems call routes, and the token of an entry of the audit trail

CREATE TABLE service_tokens (
  id uuid PRIMARY KEY,
  -- SHA-256 of the token in hex. The token is random, so the hash needs no salt.
  hash text NOT NULL UNIQUE,
  name text NOT NULL,
  -- Names of permissions. Each one counts only while the maker has it.
  scopes text[] NOT NULL,
  created_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Written once a minute at most.
  last_used_at timestamptz,
  -- A revoked token stays here for its name, which entries of the audit trail refer to.
  revoked_at timestamptz
);

-- The token of a call without a session; `user_id` is null then.
ALTER TABLE audit_log ADD COLUMN token_id uuid;
