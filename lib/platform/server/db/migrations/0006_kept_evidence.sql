-- no transaction, expands: what belongs to decided files is kept, apart from what the retention scans

-- The retention has looked at the row and kept its payload, since its file was accepted or rejected.
ALTER TABLE inbox ADD COLUMN IF NOT EXISTS kept boolean NOT NULL DEFAULT false;

-- Deliveries are stored meanwhile. An index that was left invalid goes first.
DROP INDEX CONCURRENTLY IF EXISTS inbox_unkept_payloads;
CREATE INDEX CONCURRENTLY inbox_unkept_payloads ON inbox (subject, received_at, id)
  WHERE state = 'applied' AND stated IS NULL AND NOT kept;
-- What is to be looked at again once a time that is set counts for all files.
DROP INDEX CONCURRENTLY IF EXISTS inbox_kept;
CREATE INDEX CONCURRENTLY inbox_kept ON inbox (subject) WHERE kept;
DROP INDEX CONCURRENTLY IF EXISTS inbox_payloads;

-- The last entry of the trail that the retention has looked at: those before it that are left belong to decided files. No row
-- where it begins anew.
CREATE TABLE IF NOT EXISTS audit_retention (
  one boolean PRIMARY KEY DEFAULT true,
  looked_at timestamptz NOT NULL,
  looked_id bigint NOT NULL
);
