-- expands: deleted audit entries that no retention deletes state their files, as other entries do

-- As before, but audit entries have the cause `retention` only where its rule, a setting, is older than 90 days.
CREATE OR REPLACE FUNCTION record_evidence_removal() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone bigint[];
BEGIN
  PERFORM wait_for_sealing();
  SELECT array_agg(position ORDER BY position) INTO gone FROM evidence_leaves
  WHERE kind = TG_ARGV[0] AND source_id IN (SELECT id FROM removed);
  IF gone IS NULL THEN RETURN NULL; END IF;
  IF TG_ARGV[0] <> 'audit' THEN
    INSERT INTO evidence_events (kind, positions, cause, files)
    SELECT 'entries_removed', gone, 'none', array_agg(file) FROM (
      SELECT DISTINCT verification_id AS file FROM removed WHERE verification_id IS NOT NULL ORDER BY file LIMIT 1000
    ) AS named;
  ELSIF (SELECT max(at) < now() - interval '90 days' FROM removed)
    AND (SELECT max(at) FROM removed) < NULLIF(current_setting('cotejo.audit_kept_since', true), '')::timestamptz THEN
    INSERT INTO evidence_events (kind, positions, cause, newest)
    SELECT 'entries_removed', gone, 'retention', max(at) FROM removed;
  ELSE
    INSERT INTO evidence_events (kind, positions, cause, files)
    SELECT 'entries_removed', gone, 'none', array_agg(file) FROM (
      SELECT DISTINCT value #>> '{}' AS file FROM removed CROSS JOIN LATERAL (
        SELECT jsonb_path_query(ids, '$.verification_id') UNION ALL SELECT jsonb_path_query(ids, '$.verification_ids[*]')
      ) AS stated (value) ORDER BY file LIMIT 1000
    ) AS named;
  END IF;
  DELETE FROM evidence_salts WHERE position = ANY (gone);
  RETURN NULL;
END $$;
