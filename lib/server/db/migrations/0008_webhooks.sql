CREATE TABLE "webhook_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"replacement_id" uuid,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"description" text NOT NULL,
	"known_ids" text[] NOT NULL,
	"posted_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_replacements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"receiver_id" text,
	"old_webhook_id" text NOT NULL,
	"new_webhook_id" text,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"description" text NOT NULL,
	"started_by" uuid,
	"begun_at" timestamptz DEFAULT now() NOT NULL,
	"twinned_at" timestamptz,
	"stored_at" timestamptz,
	"switched_at" timestamptz,
	"ended_at" timestamptz
);
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_replacement_id_webhook_replacements_id_fk" FOREIGN KEY ("replacement_id") REFERENCES "public"."webhook_replacements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempts_replacement" ON "webhook_attempts" USING btree ("replacement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_replacements_under_way" ON "webhook_replacements" USING btree ("old_webhook_id") WHERE state not in ('done', 'given_up');--> statement-breakpoint
CREATE INDEX "webhook_replacements_new" ON "webhook_replacements" USING btree ("new_webhook_id");