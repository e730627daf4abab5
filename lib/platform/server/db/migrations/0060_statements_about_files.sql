-- expands: statements of people about files, sealed in the evidence log, and the days that follow from them

-- Append-only: the newest statement about a subject counts. `value` is the body of the request without its kind.
CREATE TABLE file_statements (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  verification_id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL,
  -- What the statement is about within its kind: `subjectOf` (`lib/statements/contract/documents.ts`).
  subject text NOT NULL,
  value jsonb NOT NULL,
  -- Null for a service token. No foreign key: statements outlive accounts.
  user_id uuid,
  -- The name at the time.
  user_name text,
  -- Of a service token its name, of an import file and row.
  origin text,
  -- Of an import, for its undo.
  batch uuid,
  -- The statement that this one withdraws: neither counts, and the one before counts again.
  withdraws bigint
);
CREATE INDEX file_statements_file ON file_statements (verification_id, id);
CREATE INDEX file_statements_batch ON file_statements (batch) WHERE batch IS NOT NULL;

CREATE FUNCTION refuse_statement_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.verification_id = NULLIF(current_setting('cotejo.erased_verification', true), '') AND EXISTS (
      SELECT FROM audit_log WHERE action = 'verification.erased' AND at = transaction_timestamp()
    ) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'statements about files are append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER file_statements_append_only BEFORE UPDATE OR DELETE ON file_statements
  FOR EACH ROW EXECUTE FUNCTION refuse_statement_change();
CREATE TRIGGER file_statements_never_emptied BEFORE TRUNCATE ON file_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();
CREATE TRIGGER file_statements_evidence AFTER DELETE ON file_statements REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION record_evidence_removal('statement');
ALTER TABLE file_statements ENABLE ALWAYS TRIGGER file_statements_append_only;
ALTER TABLE file_statements ENABLE ALWAYS TRIGGER file_statements_never_emptied;
ALTER TABLE file_statements ENABLE ALWAYS TRIGGER file_statements_evidence;

ALTER TABLE evidence_leaves DROP CONSTRAINT evidence_leaves_kind_check,
  ADD CONSTRAINT evidence_leaves_kind_check CHECK (kind IN ('audit', 'review', 'delivery', 'event', 'statement'));
INSERT INTO evidence_progress (kind) VALUES ('statement');

-- As before, and the statements about the file.
CREATE OR REPLACE FUNCTION erase_review_log(erased text, because text, entry bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- An id in the shape of a CURP is masked in the trail.
  IF NOT EXISTS (
    SELECT FROM audit_log WHERE id = entry AND action = 'verification.erased' AND at = transaction_timestamp()
      AND (ids ->> 'verification_id' = erased OR strpos(ids ->> 'verification_id', '[CURP]') > 0)
  ) THEN
    RAISE EXCEPTION 'the audit trail has no entry of this erasure' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO erased_decisions (at, kind, resolution, reason_code, user_id, user_name, digest, erased_because)
  SELECT at, kind, resolution, reason_code, user_id, user_name, digest, because FROM review_log
  WHERE verification_id = erased AND digest IS NOT NULL ORDER BY id;
  PERFORM set_config('cotejo.erased_verification', erased, true);
  DELETE FROM review_log WHERE verification_id = erased;
  DELETE FROM file_statements WHERE verification_id = erased;
  PERFORM set_config('cotejo.erased_verification', '', true);
END $$;

-- One row for each file with a document of the policy or a stated relationship, computed with its review. All days are in
-- the zone of the policy, so that no row changes when a day begins.
CREATE TABLE file_dates (
  verification_id text COLLATE "C" PRIMARY KEY,
  -- The days on which a document of the file has this state (`DOCUMENT_STATES`).
  expired datemultirange NOT NULL,
  too_old datemultirange NOT NULL,
  expires_soon datemultirange NOT NULL,
  unknown datemultirange NOT NULL,
  -- The business relationship (`Relation`).
  relation_since date,
  relation_until date,
  checked_at timestamptz,
  next_check_on date,
  -- The first causes of the lane of due dates (`DueCause`), from when they hold, and the earliest of their days.
  causes jsonb NOT NULL,
  due_from date,
  due_on date,
  -- Every cause was late when its rule began.
  backlog boolean NOT NULL DEFAULT false
);
CREATE INDEX file_dates_due_on ON file_dates (due_on, verification_id) WHERE due_on IS NOT NULL;
CREATE INDEX file_dates_expired ON file_dates USING gist (expired) WHERE NOT isempty(expired);
CREATE INDEX file_dates_too_old ON file_dates USING gist (too_old) WHERE NOT isempty(too_old);
CREATE INDEX file_dates_expires_soon ON file_dates USING gist (expires_soon) WHERE NOT isempty(expires_soon);
CREATE INDEX file_dates_checked_at ON file_dates (checked_at, verification_id) WHERE relation_since IS NOT NULL AND relation_until IS NULL;

-- The day of a periodic review is a cause of the lane: files that have one are evaluated again.
INSERT INTO review_due (verification_id, due_at) SELECT verification_id, now() FROM reviews
WHERE standing #>> '{decision,review_on}' IS NOT NULL
ON CONFLICT (verification_id) DO UPDATE SET due_at = EXCLUDED.due_at;
