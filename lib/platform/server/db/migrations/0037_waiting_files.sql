-- no transaction, expands: files that wait for documents, for the insights

-- Its condition is `WAITS` of `lib/server/db/figures.ts`. Both columns are in another index already, so that an update that
-- changes neither stays within its page.
DROP INDEX CONCURRENTLY IF EXISTS verification_summaries_waiting;
CREATE INDEX CONCURRENTLY verification_summaries_waiting ON verification_summaries (documents_status, documents_status_at)
  WHERE documents_status <> 'full_upload' AND status IS DISTINCT FROM 'finished' AND documents_status_at IS NOT NULL;
