-- expands: how far the log of reviews has been read for decision events

-- One row. Entries are numbered before they commit, so one with a smaller id may become visible after one with a greater id.
CREATE TABLE decision_events_read (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- Every entry up to here is visible, and its events are queued.
  settled_id bigint NOT NULL,
  -- The greatest entry that a reader saw. It is settled once no transaction up to the reader's own, `read_by`, is running:
  -- the writer of an entry with a smaller id has an earlier one.
  read_id bigint NOT NULL,
  read_by bigint NOT NULL
);
INSERT INTO decision_events_read (settled_id, read_id, read_by)
SELECT COALESCE(max(id), 0), COALESCE(max(id), 0), pg_current_xact_id()::text::bigint FROM review_log;
