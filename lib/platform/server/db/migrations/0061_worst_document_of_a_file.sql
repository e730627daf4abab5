-- expands: the worst document of a file over time, for lists

-- From each day on the document that needs attention first (`WorstDocument`); a row of before has none until its file changes.
ALTER TABLE file_dates ADD COLUMN worst jsonb NOT NULL DEFAULT '[]';
CREATE INDEX file_dates_relation ON file_dates (relation_since, verification_id) WHERE relation_since IS NOT NULL;
CREATE INDEX file_dates_next_check ON file_dates (next_check_on, verification_id) WHERE next_check_on IS NOT NULL;
CREATE INDEX file_dates_checked ON file_dates (checked_at, verification_id) WHERE checked_at IS NOT NULL;
