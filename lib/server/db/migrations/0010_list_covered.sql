-- Computed rows that have become wider are made again from what they are computed from; indexes come after them.
TRUNCATE "verification_list", "verification_list_values", "verification_search";--> statement-breakpoint
DROP INDEX "verification_list_active";--> statement-breakpoint
DROP INDEX "verification_list_created";--> statement-breakpoint
DROP INDEX "verification_list_tag";--> statement-breakpoint
DROP INDEX "verification_list_findings";--> statement-breakpoint
DROP INDEX "verification_list_errors";--> statement-breakpoint
DROP INDEX "verification_list_group_active";--> statement-breakpoint
DROP INDEX "verification_list_group_created";--> statement-breakpoint
DROP INDEX "verification_list_values_found";--> statement-breakpoint
DROP INDEX "verification_search_found";--> statement-breakpoint
ALTER TABLE "verification_list" ADD COLUMN "lag_class" smallint NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_list_values" ADD COLUMN "created_at" timestamptz NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_list_values" ADD COLUMN "tag" text collate "C" NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_list_values" ADD COLUMN "findings_weight" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_list_values" ADD COLUMN "items_with_error" integer NOT NULL;--> statement-breakpoint
-- The statement of lib/server/projections/list-rows.ts.

  WITH fresh AS MATERIALIZED (
  SELECT verification_id, (((CASE status WHEN 'finished' THEN 0 WHEN 'pending' THEN 1 WHEN 'pending_validation' THEN 2 WHEN 'error' THEN 3 ELSE CASE WHEN status IS NULL THEN 5 ELSE 4 END END) * 6 + (CASE documents_status WHEN 'pending_upload' THEN 0 WHEN 'partial_upload' THEN 1 WHEN 'pending_external' THEN 2 WHEN 'full_upload' THEN 3 ELSE CASE WHEN documents_status IS NULL THEN 5 ELSE 4 END END)) * 16
  + (findings_high > 0)::int * 8 + (findings_medium > 0)::int * 4 + (findings_low > 0)::int * 2
  + (items_with_error > 0)::int) AS list_group, COALESCE(last_activity_at, '-infinity') AS active_at,
    COALESCE(created_at, '-infinity') AS created_at, left(COALESCE(tag, ''), 201) COLLATE "C" AS tag,
    LEAST(findings_high, 9999)::bigint * 100000000 + LEAST(findings_medium, 9999) * 10000 + LEAST(findings_low, 9999) AS findings_weight, items_with_error, CASE WHEN created_at IS NULL THEN 13 WHEN last_activity_at IS NULL THEN 14
    ELSE width_bucket(extract(epoch FROM last_activity_at - created_at) / 86400, ARRAY[0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]::numeric[]) END AS lag_class,
    labels, item_errors, account_id, account_name,
    ARRAY(
      SELECT kind || ':' || left(value, 201) FROM (
  SELECT 'label' AS kind, unnest(labels) AS value UNION ALL SELECT 'item_error', unnest(item_errors)
  UNION ALL SELECT 'account', account_id WHERE account_id IS NOT NULL
  UNION ALL SELECT 'account_name', account_name WHERE account_name IS NOT NULL) AS current ORDER BY kind, value COLLATE "C"
    ) AS terms,
    lower((E'\n' || COALESCE(verification_id, '') || E'\n' || COALESCE(tag, '') || E'\n' || COALESCE(account_name, '')) COLLATE "default") AS searched,
    lower((E'\n' || COALESCE(verification_id, '') || E'\n' || COALESCE(tag, '')) COLLATE "default") AS searched_without_name
  FROM verification_summaries WHERE true
  ), list AS (
  INSERT INTO verification_list AS listed (verification_id, list_group, active_at, created_at, tag, findings_weight, items_with_error, lag_class, terms, searched) SELECT verification_id, list_group, active_at, created_at, tag, findings_weight, items_with_error, lag_class, terms, searched FROM fresh
  ON CONFLICT (verification_id) DO UPDATE SET (list_group, active_at, created_at, tag, findings_weight, items_with_error, lag_class, terms, searched) = ROW (EXCLUDED.list_group, EXCLUDED.active_at, EXCLUDED.created_at, EXCLUDED.tag, EXCLUDED.findings_weight, EXCLUDED.items_with_error, EXCLUDED.lag_class, EXCLUDED.terms, EXCLUDED.searched)
    WHERE (listed.list_group, listed.active_at, listed.created_at, listed.tag, listed.findings_weight, listed.items_with_error, listed.lag_class, listed.terms, listed.searched) IS DISTINCT FROM (EXCLUDED.list_group, EXCLUDED.active_at, EXCLUDED.created_at, EXCLUDED.tag, EXCLUDED.findings_weight, EXCLUDED.items_with_error, EXCLUDED.lag_class, EXCLUDED.terms, EXCLUDED.searched)
  ), search AS (
  INSERT INTO verification_search AS listed (verification_id, list_group, active_at, created_at, tag, findings_weight, items_with_error, terms, searched) SELECT verification_id, list_group, active_at, created_at, tag, findings_weight, items_with_error, terms, searched_without_name FROM fresh
  ON CONFLICT (verification_id) DO UPDATE SET (list_group, active_at, created_at, tag, findings_weight, items_with_error, terms, searched) = ROW (EXCLUDED.list_group, EXCLUDED.active_at, EXCLUDED.created_at, EXCLUDED.tag, EXCLUDED.findings_weight, EXCLUDED.items_with_error, EXCLUDED.terms, EXCLUDED.searched)
    WHERE (listed.list_group, listed.active_at, listed.created_at, listed.tag, listed.findings_weight, listed.items_with_error, listed.terms, listed.searched) IS DISTINCT FROM (EXCLUDED.list_group, EXCLUDED.active_at, EXCLUDED.created_at, EXCLUDED.tag, EXCLUDED.findings_weight, EXCLUDED.items_with_error, EXCLUDED.terms, EXCLUDED.searched)
  ), wanted AS MATERIALIZED (
    SELECT DISTINCT verification_id, kind, left(value, 201) COLLATE "C" AS value, list_group, active_at, created_at, tag, findings_weight, items_with_error
    FROM fresh CROSS JOIN LATERAL (
  SELECT 'label' AS kind, unnest(labels) AS value UNION ALL SELECT 'item_error', unnest(item_errors)
  UNION ALL SELECT 'account', account_id WHERE account_id IS NOT NULL
  UNION ALL SELECT 'account_name', account_name WHERE account_name IS NOT NULL) AS current
  ), gone AS (
    DELETE FROM verification_list_values AS listed USING fresh
    WHERE listed.verification_id = fresh.verification_id AND NOT EXISTS (
      SELECT FROM wanted WHERE wanted.verification_id = listed.verification_id AND wanted.kind = listed.kind
        AND wanted.value = listed.value
    )
  )
  INSERT INTO verification_list_values AS listed (verification_id, kind, value, list_group, active_at, created_at, tag, findings_weight, items_with_error) SELECT verification_id, kind, value, list_group, active_at, created_at, tag, findings_weight, items_with_error FROM wanted
  ON CONFLICT (verification_id, kind, value) DO UPDATE SET (list_group, active_at, created_at, tag, findings_weight, items_with_error) = ROW (EXCLUDED.list_group, EXCLUDED.active_at, EXCLUDED.created_at, EXCLUDED.tag, EXCLUDED.findings_weight, EXCLUDED.items_with_error)
    WHERE (listed.list_group, listed.active_at, listed.created_at, listed.tag, listed.findings_weight, listed.items_with_error) IS DISTINCT FROM (EXCLUDED.list_group, EXCLUDED.active_at, EXCLUDED.created_at, EXCLUDED.tag, EXCLUDED.findings_weight, EXCLUDED.items_with_error);--> statement-breakpoint
CREATE INDEX "verification_list_active" ON "verification_list" USING btree ("active_at","verification_id","list_group","created_at","tag");--> statement-breakpoint
CREATE INDEX "verification_list_created" ON "verification_list" USING btree ("created_at","verification_id","list_group","active_at","tag");--> statement-breakpoint
CREATE INDEX "verification_list_tag" ON "verification_list" USING btree ("tag","verification_id","list_group","created_at","active_at","findings_weight","items_with_error");--> statement-breakpoint
CREATE INDEX "verification_list_findings" ON "verification_list" USING btree ("findings_weight","active_at","verification_id","list_group","created_at","tag");--> statement-breakpoint
CREATE INDEX "verification_list_errors" ON "verification_list" USING btree ("items_with_error","active_at","verification_id","list_group","created_at","tag");--> statement-breakpoint
CREATE INDEX "verification_list_group_active" ON "verification_list" USING btree ("list_group","active_at","verification_id","created_at","tag","findings_weight","items_with_error");--> statement-breakpoint
CREATE INDEX "verification_list_group_created" ON "verification_list" USING btree ("list_group","created_at","verification_id","active_at","tag","findings_weight","items_with_error");--> statement-breakpoint
CREATE INDEX "verification_list_lag_active" ON "verification_list" USING btree ("lag_class","active_at","verification_id","list_group","created_at","tag");--> statement-breakpoint
CREATE INDEX "verification_list_lag_created" ON "verification_list" USING btree ("lag_class","created_at","verification_id","list_group","active_at","tag");--> statement-breakpoint
CREATE INDEX "verification_list_values_active" ON "verification_list_values" USING btree ("kind","value","list_group","active_at","verification_id","created_at","tag","findings_weight","items_with_error");--> statement-breakpoint
CREATE INDEX "verification_list_values_created" ON "verification_list_values" USING btree ("kind","value","created_at","verification_id","list_group","active_at","tag","findings_weight","items_with_error");--> statement-breakpoint
CREATE INDEX "verification_search_found" ON "verification_search" USING gin ("searched" gin_trgm_ops,"terms");