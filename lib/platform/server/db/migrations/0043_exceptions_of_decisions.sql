-- expands: the exceptions that an acceptance was made in spite of

-- Of a step that accepts; null in other entries, and in entries of earlier versions.
ALTER TABLE review_log ADD COLUMN exceptions text[];

-- The exceptions of an entry. Entries from before the column keep the ones that they listed, by the rule of that time.
CREATE FUNCTION exceptions_of(log review_log) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN log.digest IS NULL OR log.resolution IS DISTINCT FROM 'accepted' THEN '{}' ELSE COALESCE(
    log.exceptions,
    array_remove(ARRAY[
      CASE WHEN log.basis @? '$.run.items[*] ? (@.severity == "high")' THEN 'high_finding' END,
      CASE WHEN log.basis @? '$.items[*] ? (@.problem == "failed")' THEN 'failed_item' END,
      CASE
        WHEN log.basis #>> '{run,source}' = 'final' AND (log.basis #>> '{run,before_reopening}')::boolean IS NOT TRUE THEN NULL
        WHEN log.basis #>> '{run,source}' IN ('final', 'provisional') THEN 'run_not_final'
        ELSE 'run_unknown'
      END
    ], NULL)) END
$$;
