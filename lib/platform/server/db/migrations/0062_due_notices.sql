-- expands: since when nobody has checked a file in a business relationship, and the index of files whose due dates begin

-- The day of the last check, else of the acceptance, else of the beginning; null without a relationship, and after its end.
ALTER TABLE file_dates ADD COLUMN unchecked_since date;

-- The notifier searches the files of a day.
CREATE INDEX file_dates_due_from ON file_dates (due_from) WHERE due_from IS NOT NULL;

-- Files in a relationship are evaluated again.
INSERT INTO review_due (verification_id, due_at) SELECT verification_id, now() FROM file_dates
WHERE relation_since IS NOT NULL AND relation_until IS NULL
ON CONFLICT (verification_id) DO UPDATE SET due_at = EXCLUDED.due_at;
