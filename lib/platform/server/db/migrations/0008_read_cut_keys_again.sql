-- no transaction, expands: what was stored with a shortened key is marked to be read again

-- Of a row that is to be read again the contract is 0 (`lib/server/inbox/read-again.ts`).
-- Deliveries are stored while it is built and payloads are looked through.
DROP INDEX CONCURRENTLY IF EXISTS inbox_to_read_again;
CREATE INDEX CONCURRENTLY inbox_to_read_again ON inbox (verification_id) WHERE contract_version = 0;

-- Keys were cut at 200 UTF-16 code units, or one less within a pair.
UPDATE inbox SET contract_version = 0
WHERE state = 'applied' AND verification_id IN (
  SELECT verification_id FROM (
    SELECT verification_id, label AS key FROM label_changes
    UNION ALL SELECT verification_id, run_id FROM findings_runs
    UNION ALL SELECT verification_id, source FROM findings_runs
    UNION ALL SELECT verification_id, documents_status FROM document_status_changes
    UNION ALL SELECT verification_id, previous_documents_status FROM document_status_changes
    UNION ALL SELECT verification_id, internal_status FROM item_changes
    UNION ALL SELECT verification_id, item_type FROM item_changes
    UNION ALL SELECT verification_id, people_error FROM curp_lookups
    UNION ALL SELECT verification_id, status FROM verification_statements
    UNION ALL SELECT verification_id, account_id FROM verification_statements
    UNION ALL SELECT verification_id, status FROM verification_snapshots
    UNION ALL SELECT verification_id, documents_status FROM verification_snapshots
    UNION ALL SELECT verification_id, account_id FROM verification_snapshots
  ) AS stored
  WHERE length(key) BETWEEN 99 AND 200
    AND length(key) + length(regexp_replace(key, '[\u0001-\uffff]', '', 'g')) BETWEEN 199 AND 200
);

-- U+0000 was left out of them. In JSON it is always written like this.
UPDATE inbox SET contract_version = 0
WHERE state = 'applied' AND kind = 'delivery' AND contract_version <> 0 AND position('\x5c7530303030'::bytea IN body) > 0;
