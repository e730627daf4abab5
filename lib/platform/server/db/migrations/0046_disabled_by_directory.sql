-- expands: whether the directory disabled an account

-- The `disabled_at` of the account where the directory disabled it. Another time, or none: an admin here did, and the
-- directory does not enable it again. An earlier release that still runs sets none.
ALTER TABLE scim_accounts ADD COLUMN disabled_at timestamptz;

-- The entry of a disabling has the time of its transaction. Without an entry the account counts as disabled by an admin.
UPDATE scim_accounts AS account SET disabled_at = users.disabled_at
FROM users WHERE users.id = account.user_id AND EXISTS (
  SELECT FROM audit_log WHERE action = 'user.changed' AND ids @> jsonb_build_object('user_id', users.id)
    AND after ->> 'by' = 'scim' AND before ->> 'disabled' = 'false' AND after ->> 'disabled' = 'true'
    AND at = users.disabled_at);
