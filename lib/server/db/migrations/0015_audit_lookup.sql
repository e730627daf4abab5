DROP INDEX "audit_log_ids";--> statement-breakpoint
DROP INDEX "audit_log_user";--> statement-breakpoint
CREATE INDEX "audit_log_ids" ON "audit_log" USING gin ("ids");--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_id","at","id");