DROP INDEX "inbox_received";--> statement-breakpoint
CREATE INDEX "inbox_deliveries" ON "inbox" USING btree ("received_at","id") WHERE kind = 'delivery';--> statement-breakpoint
CREATE INDEX "inbox_event" ON "inbox" USING btree ("event_name","received_at","id") WHERE kind = 'delivery';--> statement-breakpoint
CREATE INDEX "inbox_set_aside" ON "inbox" USING btree ("state","received_at","id") WHERE kind = 'delivery' AND state IN ('failed', 'unrecognized');--> statement-breakpoint
CREATE INDEX "inbox_late" ON "inbox" USING btree ("received_at","id") WHERE kind = 'delivery' AND late;--> statement-breakpoint
CREATE INDEX "inbox_copied" ON "inbox" USING btree ("received_at","id") WHERE kind = 'delivery' AND copies > 1;