-- expands: standing decisions that two people made, which two people reopen

UPDATE reviews SET standing = standing || '{"by_two": true}'
WHERE jsonb_typeof(standing -> 'decision') = 'object' AND 'approved' = (
  SELECT kind FROM review_log AS log
  WHERE log.verification_id = reviews.verification_id AND kind IN ('decided', 'approved') AND NOT EXISTS (
    SELECT FROM review_log AS later WHERE later.verification_id = log.verification_id AND later.undoes = log.id)
  ORDER BY id DESC LIMIT 1);
