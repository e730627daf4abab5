import { sql } from "drizzle-orm";
import { bigint, doublePrecision, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, id, instant, now } from "#lib/server/db/columns.ts";
import type { SnapshotSubject } from "./inbox.ts";

export type RefreshReason =
  | "finished"
  | "curp_search_completed"
  | "gap"
  | "disagreement"
  | "silence"
  | "outage"
  | "import";

/** Reads of the API that are due (design §5): coalesced, one row a verification and subject. */
export const refreshRequests = pgTable(
  "refresh_requests",
  {
    verification_id: id().notNull(),
    subject: text().$type<SnapshotSubject>().notNull(),
    reason: text().$type<RefreshReason>().notNull(),
    due_at: instant().notNull(),
    attempts: integer().notNull().default(0),
    requested_at: instant().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.verification_id, table.subject] }),
    index("refresh_requests_due").on(table.due_at),
  ],
);

/** How fresh the read model of a verification is: the last try and the last success, and what went wrong since. */
export const verificationReads = pgTable(
  "verification_reads",
  {
    verification_id: id().notNull(),
    subject: text().$type<SnapshotSubject>().notNull(),
    /** Set while some process reads; others wait or use its answer instead of reading again. */
    started_at: instant(),
    succeeded_at: instant(),
    failed_at: instant(),
    /** The first failure after the last success. */
    failing_since: instant(),
    error_code: text(),
    error_status: integer(),
    body_hash: bytea(),
  },
  (table) => [primaryKey({ columns: [table.verification_id, table.subject] })],
);

/** The one budget of calls to the service that all processes share (design §5), as `refresh/budget.ts` keeps it. */
export const serviceBudget = pgTable("service_budget", {
  singleton: integer().primaryKey().default(1),
  person_tokens: doublePrecision().notNull(),
  background_tokens: doublePrecision().notNull(),
  per_second: doublePrecision().notNull(),
  refilled_at: instant().notNull().default(now),
  /** Until then nobody calls: the service answered 429 with `Retry-After`. */
  paused_until: instant(),
});

/** Last sign of life of each process: a gap in the receiver's tells an outage (design §5). */
export const heartbeats = pgTable(
  "heartbeats",
  {
    process: text().notNull(),
    instance: text().notNull(),
    started_at: instant().notNull().default(now),
    beat_at: instant().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.process, table.instance] })],
);

/** Times in which no receiver was up, so that what happened in them was looked for again. */
export const outages = pgTable(
  "outages",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    began_at: instant().notNull(),
    ended_at: instant(),
  },
  (table) => [index("outages_open").on(table.began_at).where(sql`ended_at is null`)],
);

/** What the worker found when it last looked whether our key and our webhook still stand; one row. */
export const connectionChecks = pgTable("connection_checks", {
  singleton: integer().primaryKey().default(1),
  /** When to look next. */
  due_at: instant().notNull().default(now),
  checked_at: instant(),
  succeeded_at: instant(),
  failed_at: instant(),
  /** The first failure after the last success. */
  failing_since: instant(),
  error_code: text(),
  /** `ConnectionProblem`s of our webhook, as the service listed it last. */
  problems: text().array().notNull().default(sql`'{}'`),
  problems_since: instant(),
  /** Seconds that our clock is ahead of the service's; null where its answers tell no time. */
  clock_ahead: doublePrecision(),
  clock_wrong_since: instant(),
});

/** What calls to the service have failed at: one row a kind, for as long as it goes on. */
export const serviceErrors = pgTable(
  "service_errors",
  {
    /** Method and path, with `:id` for what is variable. */
    operation: text().notNull(),
    code: text().notNull(),
    /** What the service answered; 0 where it did not. */
    service_status: integer().notNull(),
    times: bigint({ mode: "number" }).notNull(),
    since: instant().notNull().default(now),
    last_at: instant().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.operation, table.code, table.service_status] })],
);
