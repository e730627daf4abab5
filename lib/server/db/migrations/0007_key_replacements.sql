CREATE TABLE "key_replacements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"old_service_key_id" text NOT NULL,
	"old_name" text NOT NULL,
	"new_service_key_id" text,
	"new_name" text,
	"problem" text,
	"started_by" uuid,
	"started_at" timestamptz DEFAULT now() NOT NULL,
	"created_at" timestamptz,
	"switched_at" timestamptz,
	"ended_at" timestamptz
);
--> statement-breakpoint
ALTER TABLE "rotation_attempts" ALTER COLUMN "rotation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reveals" ADD COLUMN "acknowledged_at" timestamptz;--> statement-breakpoint
ALTER TABLE "rotation_attempts" ADD COLUMN "replacement_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "key_replacements_one_a_key" ON "key_replacements" USING btree ("old_service_key_id") WHERE state not in ('done', 'cancelled');--> statement-breakpoint
ALTER TABLE "rotation_attempts" ADD CONSTRAINT "rotation_attempts_replacement_id_key_replacements_id_fk" FOREIGN KEY ("replacement_id") REFERENCES "public"."key_replacements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rotation_attempts_open_replacement" ON "rotation_attempts" USING btree ("replacement_id") WHERE outcome = 'open';--> statement-breakpoint
ALTER TABLE "rotation_attempts" ADD CONSTRAINT "rotation_attempts_of_one" CHECK (num_nonnulls(rotation_id, replacement_id) = 1);--> statement-breakpoint
UPDATE "reveals" SET "acknowledged_at" = "expires_at" WHERE "secret_id" IS NULL;
