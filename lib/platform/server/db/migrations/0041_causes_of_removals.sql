-- expands: each removal of sealed entries states its cause; steps of a review carry their number

-- Null in an event of an earlier version: its text, which is sealed, does not change. `retention`: `newest` is the time of the
-- newest deleted entry. `erasure`: the certificate names the entries. `none`: the files of the deleted entries.
ALTER TABLE evidence_events ADD COLUMN cause text, ADD COLUMN newest timestamptz, ADD COLUMN certificate_id uuid, ADD COLUMN files text[];

-- The number of a step within its file, from 1; null in steps of earlier versions, whose text is sealed.
ALTER TABLE review_log ADD COLUMN step integer;

-- As before, but no setting deletes an entry of the last 90 days.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '90 days'
    AND OLD.at < NULLIF(current_setting('cotejo.audit_kept_since', true), '')::timestamptz THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

-- As before, but no setting deletes a step without the audit entry of an erasure in the same transaction.
CREATE OR REPLACE FUNCTION refuse_review_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'review_log' THEN
    IF OLD.verification_id = NULLIF(current_setting('cotejo.erased_verification', true), '') AND EXISTS (
      SELECT FROM audit_log WHERE action = 'verification.erased' AND at = transaction_timestamp()
    ) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the log of reviews is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

-- As before, but the event states the cause. The entries of a file have none until their certificate is found.
CREATE OR REPLACE FUNCTION record_evidence_removal() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone bigint[];
BEGIN
  PERFORM wait_for_sealing();
  SELECT array_agg(position ORDER BY position) INTO gone FROM evidence_leaves
  WHERE kind = TG_ARGV[0] AND source_id IN (SELECT id FROM removed);
  IF gone IS NULL THEN RETURN NULL; END IF;
  IF TG_ARGV[0] = 'audit' THEN
    INSERT INTO evidence_events (kind, positions, cause, newest)
    SELECT 'entries_removed', gone, 'retention', max(at) FROM removed;
  ELSE
    INSERT INTO evidence_events (kind, positions, cause, files)
    SELECT 'entries_removed', gone, 'none', array_agg(file) FROM (
      SELECT DISTINCT verification_id AS file FROM removed WHERE verification_id IS NOT NULL ORDER BY file LIMIT 1000
    ) AS named;
  END IF;
  DELETE FROM evidence_salts WHERE position = ANY (gone);
  RETURN NULL;
END $$;

-- The certificate of an erasure is written after some of its deletions: the cause is known at the end of the transaction. Then
-- the event no longer names the file.
CREATE FUNCTION name_erasure_certificate() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE evidence_events SET cause = 'erasure', certificate_id = known.id, files = NULL
  FROM erasure_certificates AS known
  WHERE evidence_events.id = NEW.id AND known.erased_at = transaction_timestamp() AND NOT EXISTS (
    SELECT unnest(NEW.positions) EXCEPT SELECT unnest(known.positions));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER evidence_events_certificate AFTER INSERT ON evidence_events DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.cause = 'none') EXECUTE FUNCTION name_erasure_certificate();
ALTER TABLE evidence_events ENABLE ALWAYS TRIGGER evidence_events_certificate;

-- As before, with the cause, and not for a delivery of the last seven days, the least that a retention keeps.
CREATE OR REPLACE FUNCTION record_payload_removal(deliveries bigint[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone bigint[];
  youngest timestamptz;
BEGIN
  PERFORM wait_for_sealing();
  WITH marked AS (
    UPDATE evidence_salts SET payload_removed = true FROM evidence_leaves AS leaf
    WHERE leaf.kind = 'delivery' AND leaf.source_id = ANY (deliveries) AND evidence_salts.position = leaf.position
      AND NOT payload_removed
    RETURNING leaf.position, leaf.source_id
  ) SELECT array_agg(position ORDER BY position), max(received_at) INTO gone, youngest
  FROM marked JOIN inbox ON inbox.id = marked.source_id;
  IF youngest > now() - interval '7 days' THEN
    RAISE EXCEPTION 'a sealed delivery keeps its payload for seven days' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF gone IS NOT NULL THEN
    INSERT INTO evidence_events (kind, positions, cause, newest) VALUES ('payloads_removed', gone, 'retention', youngest);
  END IF;
END $$;
