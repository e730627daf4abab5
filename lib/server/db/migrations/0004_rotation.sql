CREATE TABLE "reveals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_hash" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"secret_id" uuid,
	"expires_at" timestamptz NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rotation_attempts" (
	"label" text PRIMARY KEY NOT NULL,
	"rotation_id" uuid NOT NULL,
	"outcome" text DEFAULT 'open' NOT NULL,
	"keys_before" text[] NOT NULL,
	"posted_at" timestamptz,
	"unclear" text[],
	"decision" text,
	"look_at" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rotation_steps" (
	"rotation_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "rotation_steps_rotation_id_state_pk" PRIMARY KEY("rotation_id","state")
);
--> statement-breakpoint
CREATE TABLE "rotations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"old_key_id" uuid NOT NULL,
	"old_service_key_id" text NOT NULL,
	"new_key_id" uuid,
	"giving_up" text,
	"problem" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz DEFAULT now() NOT NULL,
	"started_by" uuid,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rotation_attempts" ADD CONSTRAINT "rotation_attempts_rotation_id_rotations_id_fk" FOREIGN KEY ("rotation_id") REFERENCES "public"."rotations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rotation_steps" ADD CONSTRAINT "rotation_steps_rotation_id_rotations_id_fk" FOREIGN KEY ("rotation_id") REFERENCES "public"."rotations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reveals_session" ON "reveals" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "reveals_subject" ON "reveals" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rotation_attempts_open" ON "rotation_attempts" USING btree ("rotation_id") WHERE outcome = 'open';--> statement-breakpoint
CREATE INDEX "rotation_attempts_look" ON "rotation_attempts" USING btree ("look_at") WHERE look_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "rotations_one_at_a_time" ON "rotations" USING btree ((true)) WHERE state not in ('done', 'abandoned');