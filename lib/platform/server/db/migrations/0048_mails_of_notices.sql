-- expands: the mail of each notice, whose state says whether the mail server took it

-- The row of `outgoing` that was queued at `mailed_at`; it may be deleted.
ALTER TABLE notices ADD COLUMN mail_id bigint;

-- A mail was queued in the transaction that set `mailed_at`.
UPDATE notices SET mail_id = mail.id
FROM outgoing AS mail WHERE mail.user_id = notices.user_id AND mail.created_at = notices.mailed_at
  AND (mail.kind = 'notices' OR mail.kind = 'notice' AND mail.source = notices.kind || ' ' || notices.source);
