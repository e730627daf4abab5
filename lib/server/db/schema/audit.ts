import { sql } from "drizzle-orm";
import { bigint, index, inet, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AuditAction } from "#lib/contract/audit.ts";
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
  },
  (table) => [
    index("audit_log_at").on(table.at, table.id),
    index("audit_log_verification").on(sql`(ids ->> 'verification_id') COLLATE "C"`, table.id),
  ],
);
