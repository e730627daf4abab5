-- expands: flows at the provider that are used once, ID tokens for sign-out, and addresses that an account keeps

-- Flows that no answer of the provider has used yet.
CREATE TABLE provider_flows (
  -- SHA-256 of the flow's random `state`.
  state_hash text PRIMARY KEY,
  -- SHA-256 of the random value of the flow's cookie.
  cookie_hash text NOT NULL,
  -- Purpose, nonce and PKCE verifier, sealed under COTEJO_SECRET.
  sealed text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX provider_flows_expires ON provider_flows (expires_at);

-- The ID token that began the session, sealed under COTEJO_SECRET, for the sign-out at the provider; null for an ended session.
ALTER TABLE sessions ADD COLUMN id_token text;
CREATE INDEX sessions_id_token ON sessions (expires_at) WHERE id_token IS NOT NULL;

-- Why the account kept its address at the last sign-in, although the provider stated another; null where it did not.
ALTER TABLE provider_identities ADD COLUMN kept_email text;
