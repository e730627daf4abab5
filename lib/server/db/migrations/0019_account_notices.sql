CREATE TABLE "account_notices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"since" timestamptz DEFAULT now() NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"by" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "account_notices_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "account_notices" ADD CONSTRAINT "account_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;