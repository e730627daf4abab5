import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, now } from "#lib/server/db/columns.ts";

/**
 * Values that the service tells once (design §6): held encrypted for the session that caused them until they are
 * acknowledged or expire. Then the fingerprint is all that remains.
 */
export const reveals = pgTable(
  "reveals",
  {
    id: uuid().primaryKey(),
    /** The only session that may read it. */
    session_hash: text().notNull(),
    kind: text().$type<"api_key" | "webhook_secret">().notNull(),
    /** The service's id of what the value belongs to, and its name for people. */
    subject_id: text().notNull(),
    name: text().notNull(),
    /** The first 12 hex digits of the value's SHA-256, which anyone who has it can compute too. */
    fingerprint: text().notNull(),
    /** Of the vault; null once the value is gone. */
    secret_id: uuid(),
    expires_at: instant().notNull(),
    /** When somebody said that they had stored it; null where nobody ever did. */
    acknowledged_at: instant(),
    created_at: instant().notNull().default(now),
  },
  (table) => [
    index("reveals_session").on(table.session_hash),
    index("reveals_subject").on(table.kind, table.subject_id),
  ],
);
