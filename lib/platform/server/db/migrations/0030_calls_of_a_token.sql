-- no transaction, expands: the index by which the audit trail finds the entries of a service token
-- A build that was broken off leaves an invalid index behind, hence the drop.
DROP INDEX CONCURRENTLY IF EXISTS audit_log_token;
CREATE INDEX CONCURRENTLY audit_log_token ON audit_log (token_id, at, id) WHERE token_id IS NOT NULL;
