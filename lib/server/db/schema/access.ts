import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Role } from "#lib/contract/user.ts";
import { instant, now } from "#lib/server/db/columns.ts";

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    role: text().$type<Role>().notNull(),
    /** PHC string of argon2id; null until an invited user has chosen a password. */
    password_hash: text(),
    disabled_at: instant(),
    created_at: instant().notNull().default(now),
  },
  (table) => [uniqueIndex("users_email").on(sql`lower(${table.email})`)],
);

/** Sessions, revocable one by one. The cookie seals a random id of which only the SHA-256 is stored here. */
export const sessions = pgTable(
  "sessions",
  {
    id_hash: text().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: instant().notNull().default(now),
    /** Moved by what a person does, not by background polling. */
    active_at: instant().notNull().default(now),
    /** When the password was last given: secrets may be changed for ten minutes after (design §9). */
    authenticated_at: instant().notNull().default(now),
    expires_at: instant().notNull(),
    revoked_at: instant(),
  },
  (table) => [index("sessions_user").on(table.user_id)],
);

/** One-time links: only the SHA-256 of the token is stored. */
export const setupLinks = pgTable("setup_links", {
  token_hash: text().primaryKey(),
  created_at: instant().notNull().default(now),
  expires_at: instant().notNull(),
  used_at: instant(),
});

/** Failed sign-ins by account and by address, so that throttling survives a restart. */
export const signInFailures = pgTable(
  "sign_in_failures",
  {
    subject: text().notNull(),
    at: instant().notNull().default(now),
  },
  (table) => [index("sign_in_failures_subject").on(table.subject, table.at)],
);
