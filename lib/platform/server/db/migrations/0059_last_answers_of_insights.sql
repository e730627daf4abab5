-- expands: answers of the insights that took long, shown while the next one is computed

-- All rows can be deleted. An answer is deleted with a text of findings that no file has any more.
CREATE TABLE insight_answers (
  -- SHA-256 of the period, the filters, the time zone and the version of the schema.
  key text PRIMARY KEY,
  answer jsonb NOT NULL,
  computed_at timestamptz NOT NULL,
  -- When the worker computes it again; null where only requests do.
  due_at timestamptz
);
