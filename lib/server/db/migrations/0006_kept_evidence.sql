-- expands: what belongs to decided files is kept, apart from what the retention scans

-- The retention has looked at the row and kept its payload, since its file was accepted or rejected.
ALTER TABLE inbox ADD COLUMN kept boolean NOT NULL DEFAULT false;
DROP INDEX inbox_payloads;
CREATE INDEX inbox_payloads ON inbox (subject, received_at, id) WHERE state = 'applied' AND stated IS NULL AND NOT kept;
-- What is to be looked at again once a time that is set counts for all files.
CREATE INDEX inbox_kept ON inbox (subject) WHERE kept;

-- The last entry of the trail that the retention has looked at: those before it that are left belong to decided files. No row
-- where it begins anew.
CREATE TABLE audit_retention (
  one boolean PRIMARY KEY DEFAULT true,
  looked_at timestamptz NOT NULL,
  looked_id bigint NOT NULL
);
