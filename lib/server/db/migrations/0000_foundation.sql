CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"active_at" timestamptz DEFAULT now() NOT NULL,
	"authenticated_at" timestamptz DEFAULT now() NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"revoked_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text NOT NULL,
	"at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"disabled_at" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "curp_lookups" (
	"verification_id" text collate "C" NOT NULL,
	"digest" "bytea" NOT NULL,
	"at" timestamptz NOT NULL,
	"signed_before" timestamptz NOT NULL,
	"effective_at" timestamptz GENERATED ALWAYS AS (LEAST("at", "signed_before")) STORED NOT NULL,
	"people_id" bigint NOT NULL,
	"item_id" bigint,
	"shareholder_id" bigint,
	"people_error" text,
	"people_error_message" text,
	CONSTRAINT "curp_lookups_verification_id_digest_pk" PRIMARY KEY("verification_id","digest")
);
--> statement-breakpoint
CREATE TABLE "document_status_changes" (
	"verification_id" text collate "C" NOT NULL,
	"digest" "bytea" NOT NULL,
	"at" timestamptz NOT NULL,
	"signed_before" timestamptz NOT NULL,
	"effective_at" timestamptz GENERATED ALWAYS AS (LEAST("at", "signed_before")) STORED NOT NULL,
	"documents_status" text NOT NULL,
	"previous_documents_status" text,
	CONSTRAINT "document_status_changes_verification_id_digest_pk" PRIMARY KEY("verification_id","digest")
);
--> statement-breakpoint
CREATE TABLE "findings_runs" (
	"verification_id" text collate "C" NOT NULL,
	"digest" "bytea" NOT NULL,
	"at" timestamptz NOT NULL,
	"signed_before" timestamptz NOT NULL,
	"effective_at" timestamptz GENERATED ALWAYS AS (LEAST("at", "signed_before")) STORED NOT NULL,
	"run_id" text NOT NULL,
	"source" text,
	"findings" jsonb NOT NULL,
	CONSTRAINT "findings_runs_verification_id_digest_pk" PRIMARY KEY("verification_id","digest")
);
--> statement-breakpoint
CREATE TABLE "item_changes" (
	"verification_id" text collate "C" NOT NULL,
	"digest" "bytea" NOT NULL,
	"at" timestamptz NOT NULL,
	"signed_before" timestamptz NOT NULL,
	"effective_at" timestamptz GENERATED ALWAYS AS (LEAST("at", "signed_before")) STORED NOT NULL,
	"item_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"item_type" text,
	"item_error" text,
	"internal_status" text,
	"success" boolean,
	CONSTRAINT "item_changes_verification_id_digest_pk" PRIMARY KEY("verification_id","digest")
);
--> statement-breakpoint
CREATE TABLE "label_changes" (
	"verification_id" text collate "C" NOT NULL,
	"digest" "bytea" NOT NULL,
	"at" timestamptz NOT NULL,
	"signed_before" timestamptz NOT NULL,
	"effective_at" timestamptz GENERATED ALWAYS AS (LEAST("at", "signed_before")) STORED NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"display_name" text,
	"category" text,
	"comment" text,
	CONSTRAINT "label_changes_verification_id_digest_pk" PRIMARY KEY("verification_id","digest")
);
--> statement-breakpoint
CREATE TABLE "verification_snapshots" (
	"verification_id" text collate "C" NOT NULL,
	"subject" text NOT NULL,
	"read_at" timestamptz NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"status" text,
	"documents_status" text,
	"tag" text,
	"account_id" text,
	"created_at" timestamptz,
	"findings_computed_at" timestamptz,
	"findings" jsonb,
	CONSTRAINT "verification_snapshots_verification_id_subject_read_at_body_hash_pk" PRIMARY KEY("verification_id","subject","read_at","body_hash")
);
--> statement-breakpoint
CREATE TABLE "verification_statements" (
	"verification_id" text collate "C" NOT NULL,
	"digest" "bytea" NOT NULL,
	"at" timestamptz NOT NULL,
	"signed_before" timestamptz NOT NULL,
	"effective_at" timestamptz GENERATED ALWAYS AS (LEAST("at", "signed_before")) STORED NOT NULL,
	"event_name" text NOT NULL,
	"status" text,
	"account_id" text,
	"account_name" text,
	"verification_tag" text,
	"created_at" timestamptz,
	"extraction_completed_at" timestamptz,
	CONSTRAINT "verification_statements_verification_id_digest_pk" PRIMARY KEY("verification_id","digest")
);
--> statement-breakpoint
CREATE TABLE "inbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"received_at" timestamptz DEFAULT now() NOT NULL,
	"verification_id" text collate "C",
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz,
	"last_error" text,
	"signature" text,
	"receiver_id" text,
	"signed_at" bigint,
	"body" "bytea",
	"event_name" text,
	"late" boolean DEFAULT false NOT NULL,
	"copies" integer DEFAULT 1 NOT NULL,
	"contract_version" integer,
	"subject" text,
	"read_at" timestamptz,
	"body_hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "refusals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refusals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamptz NOT NULL,
	"reason" text NOT NULL,
	"receiver_id" text,
	"size" integer,
	"body_hash" text,
	"skew_seconds" bigint,
	"source_address" text,
	"count" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshot_bodies" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"process" text NOT NULL,
	"instance" text NOT NULL,
	"started_at" timestamptz DEFAULT now() NOT NULL,
	"beat_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "heartbeats_process_instance_pk" PRIMARY KEY("process","instance")
);
--> statement-breakpoint
CREATE TABLE "outages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"began_at" timestamptz NOT NULL,
	"ended_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "refresh_requests" (
	"verification_id" text collate "C" NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamptz NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "refresh_requests_verification_id_subject_pk" PRIMARY KEY("verification_id","subject")
);
--> statement-breakpoint
CREATE TABLE "service_budget" (
	"singleton" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"tokens" double precision NOT NULL,
	"per_second" double precision NOT NULL,
	"refilled_at" timestamptz DEFAULT now() NOT NULL,
	"paused_until" timestamptz
);
--> statement-breakpoint
CREATE TABLE "verification_reads" (
	"verification_id" text collate "C" NOT NULL,
	"subject" text NOT NULL,
	"started_at" timestamptz,
	"succeeded_at" timestamptz,
	"failed_at" timestamptz,
	"error_code" text,
	"error_status" integer,
	"body_hash" "bytea",
	CONSTRAINT "verification_reads_verification_id_subject_pk" PRIMARY KEY("verification_id","subject")
);
--> statement-breakpoint
CREATE TABLE "verification_summaries" (
	"verification_id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text,
	"account_name" text,
	"tag" text,
	"created_at" timestamptz,
	"status" text,
	"status_at" timestamptz,
	"documents_status" text,
	"documents_status_at" timestamptz,
	"first_completed_at" timestamptz,
	"has_gap" boolean DEFAULT false NOT NULL,
	"findings_high" integer DEFAULT 0 NOT NULL,
	"findings_medium" integer DEFAULT 0 NOT NULL,
	"findings_low" integer DEFAULT 0 NOT NULL,
	"findings_source" text,
	"findings_computed_at" timestamptz,
	"items_total" integer DEFAULT 0 NOT NULL,
	"items_with_error" integer DEFAULT 0 NOT NULL,
	"item_errors" text[] DEFAULT '{}' NOT NULL,
	"labels" text[] DEFAULT '{}' NOT NULL,
	"last_activity_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "dashboard_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"service_key_id" text,
	"name" text,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"retired_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "receiver_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receiver_id" text NOT NULL,
	"role" text NOT NULL,
	"secret_id" uuid NOT NULL,
	"webhook_id" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"retired_at" timestamptz,
	"last_matched_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "receivers" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"webhook_id" text,
	"url" text NOT NULL,
	"creating_since" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner" text NOT NULL,
	"master_id" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_failures_subject" ON "sign_in_failures" USING btree ("subject","at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "verification_snapshots_latest" ON "verification_snapshots" USING btree ("verification_id","subject","read_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_signature" ON "inbox" USING btree ("signature");--> statement-breakpoint
CREATE INDEX "inbox_pending" ON "inbox" USING btree ("next_attempt_at" NULLS FIRST,"id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "inbox_unrecognized" ON "inbox" USING btree ("contract_version") WHERE state = 'unrecognized';--> statement-breakpoint
CREATE INDEX "inbox_verification" ON "inbox" USING btree ("verification_id","id");--> statement-breakpoint
CREATE INDEX "inbox_received" ON "inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "refusals_at" ON "refusals" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outages_open" ON "outages" USING btree ("began_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "refresh_requests_due" ON "refresh_requests" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "verification_summaries_activity" ON "verification_summaries" USING btree ("last_activity_at" DESC NULLS LAST,"verification_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "verification_summaries_created" ON "verification_summaries" USING btree ("created_at" DESC NULLS LAST,"verification_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "verification_summaries_status" ON "verification_summaries" USING btree ("status","last_activity_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_keys_current" ON "dashboard_keys" USING btree ("state") WHERE state = 'current';--> statement-breakpoint
CREATE INDEX "receiver_secrets_receiver" ON "receiver_secrets" USING btree ("receiver_id");--> statement-breakpoint
CREATE INDEX "vault_secrets_owner" ON "vault_secrets" USING btree ("kind","owner");