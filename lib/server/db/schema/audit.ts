import { sql } from "drizzle-orm";
import { bigint, index, inet, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AuditAction, AuditOutcome } from "#lib/contract/audit/audit.ts";
import { instant, now } from "#lib/server/db/columns.ts";

/**
 * Who did what to whom, when and from where. Append-only: triggers of its migration refuse every change but the deletion
 * of what is older than a retention allows. It refers to nothing, so that nothing that is deleted takes it along.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().default(now),
    action: text().$type<AuditAction>().notNull(),
    /** Null for nobody: what was done without a session. */
    user_id: uuid(),
    /** As it was then. */
    user_email: text(),
    /** What it was done to, by ids alone. */
    ids: jsonb().notNull(),
    address: inet(),
    user_agent: text(),
    before: jsonb(),
    after: jsonb(),
    outcome: text().$type<AuditOutcome>().notNull().default("done"),
    error_code: text(),
    /** The `begun` entry whose outcome this is; it has one at most. */
    intent_id: bigint({ mode: "number" }),
  },
  (table) => [
    index("audit_log_at").on(table.at, table.id),
    index("audit_log_verification").on(sql`(ids ->> 'verification_id') COLLATE "C"`, table.id),
    index("audit_log_ids").using("gin", table.ids),
    index("audit_log_action").on(table.action, table.at, table.id),
    index("audit_log_user").on(table.user_id, table.at, table.id),
    index("audit_log_address").on(table.address, table.at, table.id),
    index("audit_log_outcome").on(table.outcome, table.at, table.id).where(sql`outcome <> 'done'`),
    uniqueIndex("audit_log_intent").on(table.intent_id).where(sql`intent_id IS NOT NULL`),
  ],
);
