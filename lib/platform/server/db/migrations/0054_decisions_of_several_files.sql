-- expands: which acceptances one step made of several files

-- The same id in each entry of the step; null in other entries, and in entries of earlier versions.
ALTER TABLE review_log ADD COLUMN batch uuid;
CREATE INDEX review_log_batch ON review_log (batch) WHERE batch IS NOT NULL;
