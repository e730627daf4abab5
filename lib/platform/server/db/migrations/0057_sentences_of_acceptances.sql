-- expands: whether the reason of an acceptance is a sentence of the policy as it was offered

-- `unedited` or `edited`; null where the reason is no sentence of the policy.
ALTER TABLE insight_reviews ADD COLUMN sentence text;
INSERT INTO insight_due (verification_id)
SELECT DISTINCT verification_id FROM review_log WHERE resolution = 'accepted' AND reason_code IS NOT NULL
ON CONFLICT DO NOTHING;
