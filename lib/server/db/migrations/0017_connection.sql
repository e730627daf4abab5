CREATE TABLE "connection_checks" (
	"singleton" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"due_at" timestamptz DEFAULT now() NOT NULL,
	"checked_at" timestamptz,
	"succeeded_at" timestamptz,
	"failed_at" timestamptz,
	"failing_since" timestamptz,
	"error_code" text,
	"problems" text[] DEFAULT '{}' NOT NULL,
	"problems_since" timestamptz,
	"clock_ahead" double precision,
	"clock_wrong_since" timestamptz
);
--> statement-breakpoint
CREATE TABLE "service_errors" (
	"operation" text NOT NULL,
	"code" text NOT NULL,
	"service_status" integer NOT NULL,
	"times" bigint NOT NULL,
	"since" timestamptz DEFAULT now() NOT NULL,
	"last_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "service_errors_operation_code_service_status_pk" PRIMARY KEY("operation","code","service_status")
);
