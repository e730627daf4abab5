-- The row is made anew by the first call: what a stuck one held must not survive.
DELETE FROM "service_budget";--> statement-breakpoint
ALTER TABLE "service_budget" ADD COLUMN "person_tokens" double precision NOT NULL;--> statement-breakpoint
ALTER TABLE "service_budget" ADD COLUMN "background_tokens" double precision NOT NULL;--> statement-breakpoint
ALTER TABLE "service_budget" DROP COLUMN "tokens";
