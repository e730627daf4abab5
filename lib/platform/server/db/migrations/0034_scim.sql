-- expands: accounts that a directory provisions by SCIM, and its tokens

-- A token of a directory opens /scim and nothing else: it has no scope, no end, and does not end with its maker's account.
ALTER TABLE service_tokens ADD COLUMN is_scim boolean NOT NULL DEFAULT false;

-- What the directory says of an account that it provisions.
CREATE TABLE scim_accounts (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  user_name text NOT NULL,
  user_name_folded text GENERATED ALWAYS AS (lower(user_name COLLATE "C")) STORED,
  external_id text,
  display_name text,
  given_name text,
  family_name text,
  -- Values of the attribute `roles`; null where the directory sends none.
  roles text[],
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX scim_accounts_user_name ON scim_accounts (user_name_folded);
CREATE UNIQUE INDEX scim_accounts_external_id ON scim_accounts (external_id);
CREATE INDEX scim_accounts_created ON scim_accounts (created_at, user_id);

-- The claim `OIDC_SCIM_CLAIM` of the last sign-in, by which the directory finds the account of a person who came before it.
ALTER TABLE provider_identities ADD COLUMN scim_id text;
CREATE INDEX provider_identities_scim ON provider_identities (issuer, scim_id) WHERE scim_id IS NOT NULL;
