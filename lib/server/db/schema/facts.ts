import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Finding } from "#lib/contract/verifications/finding.ts";
import { bytea, id, instant } from "#lib/server/db/columns.ts";
import type { SnapshotSubject } from "./inbox.ts";

/**
 * Facts (design §4): grow-only sets. A row is keyed by what it states, through the SHA-256 of its canonical data, so any
 * order and any number of copies leave the same rows. The one column that a copy may change is `signed_before`, which
 * only ever falls to the smallest: an event cannot have happened after it was signed, so `effective_at` is bounded by
 * it and an event dated ahead does not beat all that follow.
 */
const fact = () => ({
  verification_id: id().notNull(),
  digest: bytea().notNull(),
  /** The time that the fact states. */
  at: instant().notNull(),
  /** The end of the second of the smallest `t` among the copies. */
  signed_before: instant().notNull(),
  effective_at: instant().notNull().generatedAlwaysAs(sql`LEAST("at", "signed_before")`),
});

/** `verification.v2.document_status_updated`: `at` is `updated_at`. */
export const documentStatusChanges = pgTable(
  "document_status_changes",
  { ...fact(), documents_status: text().notNull(), previous_documents_status: text() },
  (table) => [primaryKey({ columns: [table.verification_id, table.digest] })],
);

/** `verification.v2.findings.updated`: `at` is `computed_at`. */
export const findingsRuns = pgTable(
  "findings_runs",
  { ...fact(), run_id: text().notNull(), source: text(), findings: jsonb().$type<Finding[]>().notNull() },
  (table) => [primaryKey({ columns: [table.verification_id, table.digest] })],
);

export type ItemChangeKind = "completed" | "extraction_completed" | "internal_status_changed";

/** The three item events: `at` is `completed_at`, `extraction_completed_at` or `updated_at`. */
export const itemChanges = pgTable(
  "item_changes",
  {
    ...fact(),
    item_id: bigint({ mode: "number" }).notNull(),
    kind: text().$type<ItemChangeKind>().notNull(),
    item_type: text(),
    item_error: text(),
    internal_status: text(),
    success: boolean(),
  },
  (table) => [primaryKey({ columns: [table.verification_id, table.digest] })],
);

export type LabelChangeKind = "added" | "removed";

/** Label events: `at` is `added_at` or `removed_at`. */
export const labelChanges = pgTable(
  "label_changes",
  {
    ...fact(),
    label: text().notNull(),
    kind: text().$type<LabelChangeKind>().notNull(),
    display_name: text(),
    category: text(),
    comment: text(),
  },
  (table) => [primaryKey({ columns: [table.verification_id, table.digest] })],
);

/** `verification_people.curp_search_completed` has no time of its own: `at` is the end of the second `t`. */
export const curpLookups = pgTable(
  "curp_lookups",
  {
    ...fact(),
    people_id: bigint({ mode: "number" }).notNull(),
    item_id: bigint({ mode: "number" }),
    shareholder_id: bigint({ mode: "number" }),
    people_error: text(),
    people_error_message: text(),
  },
  (table) => [primaryKey({ columns: [table.verification_id, table.digest] })],
);

/**
 * What each event says of the verification itself, whatever else it is about: status and base fields. `at` is the
 * event's own time, or the end of the second `t` where it has none. A null field is one that the event does not carry.
 */
export const verificationStatements = pgTable(
  "verification_statements",
  {
    ...fact(),
    event_name: text().notNull(),
    status: text(),
    account_id: text(),
    account_name: text(),
    verification_tag: text(),
    created_at: instant(),
    extraction_completed_at: instant(),
  },
  (table) => [primaryKey({ columns: [table.verification_id, table.digest] })],
);

/**
 * Snapshots: one row for each read of the API, the truth for the fields it holds at `read_at`. The columns are what the
 * summary and the timeline need; the whole redacted answer is `snapshot_bodies` by `body_hash`.
 */
export const verificationSnapshots = pgTable(
  "verification_snapshots",
  {
    verification_id: id().notNull(),
    subject: text().$type<SnapshotSubject>().notNull(),
    read_at: instant().notNull(),
    body_hash: bytea().notNull(),
    status: text(),
    documents_status: text(),
    tag: text(),
    account_id: text(),
    created_at: instant(),
    /** Null when the answer carried no findings, or (see `findings`) when they are old and have no time. */
    findings_computed_at: instant(),
    findings: jsonb().$type<Finding[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.verification_id, table.subject, table.read_at, table.body_hash] }),
    index("verification_snapshots_latest").on(table.verification_id, table.subject, table.read_at),
  ],
);
