-- expands: the folio of a request under the data law, which its receipt and its answer name

ALTER TABLE arco_requests ADD COLUMN folio bigint;
UPDATE arco_requests SET folio = numbered.folio
FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS folio FROM arco_requests) AS numbered
WHERE numbered.id = arco_requests.id;
ALTER TABLE arco_requests ALTER COLUMN folio SET NOT NULL;
ALTER TABLE arco_requests ALTER COLUMN folio ADD GENERATED ALWAYS AS IDENTITY;
SELECT setval(pg_get_serial_sequence('arco_requests', 'folio'), COALESCE(max(folio), 0) + 1, false) FROM arco_requests;
CREATE UNIQUE INDEX arco_requests_folio ON arco_requests (folio);
