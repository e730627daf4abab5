CREATE TABLE "erased_signatures" (
	"signature" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_verifications" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"erased_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inbox" ADD COLUMN "stated" jsonb;--> statement-breakpoint
CREATE INDEX "inbox_payloads" ON "inbox" USING btree ("subject","received_at","id") WHERE state = 'applied' AND stated IS NULL;--> statement-breakpoint
CREATE INDEX "inbox_body" ON "inbox" USING btree ("body_hash") WHERE kind = 'snapshot' AND stated IS NULL;