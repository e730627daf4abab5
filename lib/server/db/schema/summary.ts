import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "#lib/server/db/columns.ts";

/**
 * One row a verification: what lists show. Computed from the facts by one set-based statement (design §4,
 * Summary); nothing here is known from elsewhere, so it can be dropped and computed again.
 */
export const verificationSummaries = pgTable(
  "verification_summaries",
  {
    verification_id: id().primaryKey(),
    account_id: text(),
    account_name: text(),
    tag: text(),
    created_at: instant(),
    status: text(),
    /** Since when the status is known to hold; a read that only confirms it does not make it newer. */
    status_at: instant(),
    documents_status: text(),
    /** Likewise. */
    documents_status_at: instant(),
    /** First `full_upload` among the events; with `created_at` the time from creation to completed file. */
    first_completed_at: instant(),
    /** An event is missing somewhere in the documents_status timeline. */
    has_gap: boolean().notNull().default(false),
    findings_high: integer().notNull().default(0),
    findings_medium: integer().notNull().default(0),
    findings_low: integer().notNull().default(0),
    findings_source: text(),
    findings_computed_at: instant(),
    items_total: integer().notNull().default(0),
    items_with_error: integer().notNull().default(0),
    /** Distinct current error codes of its items, sorted. */
    item_errors: text().array().notNull().default([]),
    /** Current label keys, sorted. */
    labels: text().array().notNull().default([]),
    /** What each of them is called, in their order; the key where it has no name. */
    label_names: text().array().notNull().default([]),
    /**
     * Greatest effective time of any event. Reading is no activity: only where no event is known it is the last read that
     * brought an answer not seen before. Null only before the first fact is summarised.
     */
    last_activity_at: instant(),
  },
  (table) => [index("verification_summaries_activity").on(table.last_activity_at.desc(), table.verification_id.desc())],
);
