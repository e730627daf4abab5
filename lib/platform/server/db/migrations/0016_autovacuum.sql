-- expands: autovacuum settings of the tables that are written most

-- A vacuum that waits for a fifth of a large table leaves its indexes twice as long as they need be. The database looks once a
-- minute (`autovacuum_naptime`), which is a setting of the server.

-- A few rows that are updated all the time: each page or sign of life reads past their dead versions.
ALTER TABLE heartbeats SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
ALTER TABLE instances SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
ALTER TABLE service_budget SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
ALTER TABLE connection_checks SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
ALTER TABLE service_errors SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
ALTER TABLE throttles SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
ALTER TABLE sessions SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- Queues, whose rows come and go: claiming the first one passes the dead ones before it.
ALTER TABLE refresh_requests SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE verification_reads SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE review_due SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Each row of the inbox is updated once, soon after it was inserted; its statistics decide the plan of the drain.
ALTER TABLE inbox SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- One row a verification, updated with each of its events.
ALTER TABLE verification_summaries SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE verification_list SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE verification_people SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE verification_snapshots SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE reviews SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Rows are added and never changed: a vacuum after inserts lets scans of an index alone skip the table.
ALTER TABLE audit_log SET (autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE review_log SET (autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE document_status_changes SET (autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE item_changes SET (autovacuum_vacuum_insert_scale_factor = 0.05);
