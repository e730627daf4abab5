ALTER TABLE "audit_log" ADD COLUMN "outcome" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "intent_id" bigint;--> statement-breakpoint
CREATE INDEX "audit_log_ids" ON "audit_log" USING gin ("ids" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_email","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_address" ON "audit_log" USING btree ("address","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_outcome" ON "audit_log" USING btree ("outcome","at","id") WHERE outcome <> 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_intent" ON "audit_log" USING btree ("intent_id") WHERE intent_id IS NOT NULL;