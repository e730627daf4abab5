-- expands: passkeys, as a second factor and to confirm a session

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  -- As the authenticator names it, in base64url.
  credential_id text COLLATE "C" NOT NULL UNIQUE,
  -- COSE.
  public_key bytea NOT NULL,
  -- Of the last signature; 0 for authenticators that do not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  -- Its counter went back: there is a copy of it. The account still requires a second factor.
  disabled_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Challenges that no answer has used yet.
CREATE TABLE passkey_challenges (
  -- SHA-256 of 256 random bits.
  challenge_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- `register` or `verify`.
  purpose text NOT NULL,
  -- SHA-256 of the session, of the known browser, or of neither.
  place_hash text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);
CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at);
