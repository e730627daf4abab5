ALTER TABLE "verification_summaries" ADD COLUMN "label_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- As lib/server/projections/summarise-parts.ts has it, for what is summarised by now.
UPDATE verification_summaries AS summary SET label_names = named.label_names
FROM (
  SELECT verification_id, array_agg(COALESCE(display_name, label) ORDER BY label COLLATE "C") AS label_names
  FROM (
    SELECT DISTINCT ON (verification_id, label) verification_id, label, kind, display_name
    FROM label_changes ORDER BY verification_id, label, effective_at DESC, (kind = 'added') DESC, digest DESC
  ) AS assignment WHERE kind = 'added' GROUP BY verification_id
) AS named WHERE named.verification_id = summary.verification_id;
