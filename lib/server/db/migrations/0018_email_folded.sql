DROP INDEX "users_email";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_folded" text GENERATED ALWAYS AS (lower(email COLLATE "C")) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email_folded");