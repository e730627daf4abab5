CREATE TABLE "verification_people" (
	"verification_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"people_id" bigint,
	"name" text,
	"curp" text,
	"outcome" text NOT NULL,
	"people_error" text,
	"at" timestamptz NOT NULL,
	"texts" text NOT NULL,
	"tag" text,
	"searched" text GENERATED ALWAYS AS (lower(regexp_replace(regexp_replace(normalize((' ' || "texts" || ' ' || "verification_id" || ' ' || COALESCE("tag", '')) COLLATE "default", NFKD), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g'))) STORED NOT NULL,
	CONSTRAINT "verification_people_verification_id_position_pk" PRIMARY KEY("verification_id","position")
);
--> statement-breakpoint
CREATE INDEX "verification_people_at" ON "verification_people" USING btree ("at","verification_id","position");--> statement-breakpoint
CREATE INDEX "verification_people_outcome" ON "verification_people" USING btree ("outcome","at","verification_id","position");--> statement-breakpoint
CREATE INDEX "verification_people_searched" ON "verification_people" USING gin ("searched" gin_trgm_ops);--> statement-breakpoint
-- What was read before this table was there is applied once more: the newest answer about each verification's people.
UPDATE "inbox" SET "state" = 'pending', "attempts" = 0, "next_attempt_at" = NULL WHERE "id" IN (
  SELECT DISTINCT ON ("verification_id") "id" FROM "inbox"
  WHERE "kind" = 'snapshot' AND "subject" = 'people' AND "state" = 'applied'
  ORDER BY "verification_id", "read_at" DESC, "id" DESC
);
