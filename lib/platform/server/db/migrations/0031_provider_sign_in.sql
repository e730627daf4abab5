-- expands: sign-in by an OpenID provider, and passwords that are switched off

-- The account of a person at the provider. An address may pass to another person; issuer and subject do not.
CREATE TABLE provider_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  linked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE UNIQUE INDEX provider_identities_user ON provider_identities (user_id, issuer);

-- The issuer whose token began the session; null for a password.
ALTER TABLE sessions ADD COLUMN issuer text;
-- The provider's name of its own session (`sid`), by which it ends ours.
ALTER TABLE sessions ADD COLUMN provider_session text;
-- The provider said that it asked for one factor alone.
ALTER TABLE sessions ADD COLUMN single_factor boolean NOT NULL DEFAULT false;
CREATE INDEX sessions_provider ON sessions (issuer, provider_session) WHERE provider_session IS NOT NULL;

-- Logout tokens that have been accepted, until they would be too old.
CREATE TABLE provider_logouts (
  -- SHA-256 of issuer and `jti`.
  token_hash text PRIMARY KEY,
  forget_at timestamptz NOT NULL
);
CREATE INDEX provider_logouts_forget ON provider_logouts (forget_at);

-- Its one row stands while passwords are switched off for all but one administrator, who enters where the provider fails.
CREATE TABLE passwords_off (
  one boolean PRIMARY KEY DEFAULT true,
  break_glass uuid NOT NULL REFERENCES users,
  since timestamptz NOT NULL DEFAULT now()
);
