-- expands: what the receiver opens has a second ciphertext, under a key derived for it alone
ALTER TABLE vault_secrets
  ADD COLUMN receiver_master_id text,
  ADD COLUMN receiver_nonce bytea,
  ADD COLUMN receiver_ciphertext bytea;
