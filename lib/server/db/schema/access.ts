import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { LinkPurpose } from "#lib/contract/access/access-link.ts";
import type { NoticeKind } from "#lib/contract/access/account.ts";
import type { ConsentAction } from "#lib/contract/access/consent.ts";
import type { Role } from "#lib/contract/access/user.ts";
import { instant, now } from "#lib/server/db/columns.ts";

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    /** As it was typed. */
    email: text().notNull(),
    /**
     * By which an account is found and is the only one. Folded by the database alone, from A to Z and nothing else: what
     * other letters fold to differs between engines and locales, and no account's address has any.
     */
    email_folded: text().generatedAlwaysAs(sql`lower(email COLLATE "C")`),
    name: text().notNull(),
    role: text().$type<Role>().notNull(),
    /** PHC string of argon2id; null while a one-time link is the only way in. */
    password_hash: text(),
    disabled_at: instant(),
    /** When this person first chose a password; null for who is invited and has not come. */
    joined_at: instant(),
    created_at: instant().notNull().default(now),
  },
  (table) => [uniqueIndex("users_email").on(table.email_folded)],
);

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Sessions, revocable one by one. The cookie seals a random token of which only the SHA-256 is stored here. */
export const sessions = pgTable(
  "sessions",
  {
    /** Names the session for all its life: the hash of its first token. */
    id_hash: text().primaryKey(),
    /** Of the token that opens it now: another one each time the password is given. */
    token_hash: text().notNull(),
    user_id: userId(),
    created_at: instant().notNull().default(now),
    /** Moved by what a person does, not by background polling. */
    active_at: instant().notNull().default(now),
    /** When the password was last given: secrets may be changed for ten minutes after (design §9). */
    authenticated_at: instant().notNull().default(now),
    expires_at: instant().notNull(),
    revoked_at: instant(),
    /** Where it was begun from, for whoever looks through the sessions. */
    address: text(),
    user_agent: text(),
  },
  (table) => [uniqueIndex("sessions_token").on(table.token_hash), index("sessions_user").on(table.user_id)],
);

/** The first admin's one-time link: only the SHA-256 of the token is stored. */
export const setupLinks = pgTable("setup_links", {
  token_hash: text().primaryKey(),
  created_at: instant().notNull().default(now),
  expires_at: instant().notNull(),
  used_at: instant(),
});

/** The one-time link by which somebody chooses a password: one a person, gone once it is used. */
export const accessLinks = pgTable("access_links", {
  user_id: userId().primaryKey(),
  /** SHA-256; the token itself is in the link alone. */
  token_hash: text().notNull().unique(),
  purpose: text().$type<LinkPurpose>().notNull(),
  expires_at: instant().notNull(),
  created_at: instant().notNull().default(now),
});

/** Browsers that somebody has signed in with: each has an allowance of wrong passwords that strangers can't use up. */
export const knownBrowsers = pgTable(
  "known_browsers",
  {
    user_id: userId(),
    /** SHA-256 of what the browser's long-lived cookie holds. */
    token_hash: text().notNull(),
    seen_at: instant().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.token_hash] })],
);

/** What others did to somebody's account: shown to them until they acknowledge it. The audit trail keeps it. */
export const accountNotices = pgTable(
  "account_notices",
  {
    user_id: userId(),
    kind: text().$type<NoticeKind>().notNull(),
    /** Another one each time it happens again: acknowledged is what was shown, and nothing that happened since. */
    id: uuid().notNull().defaultRandom(),
    /** Of the first time; `count` says how often. */
    since: instant().notNull().default(now),
    count: integer().notNull().default(1),
    /** Emails of whoever did it, where that is known. */
    by: text().array().notNull().default(sql`'{}'`),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.kind] })],
);

/** How many attempts there were of late, by account, address, …: in the database, so that a restart forgives nothing. */
export const throttles = pgTable(
  "throttles",
  {
    /** Hashed, so that the table does not become a list of what people mistyped. */
    subject: text().primaryKey(),
    /** Attempts, fading since `at`. */
    level: doublePrecision().notNull(),
    at: instant().notNull().default(now),
    /** Nothing is looked at before. */
    free_at: instant().notNull().default(now),
    /** When the refusal of this wait was recorded: once a wait, however often it is tried. */
    refused_at: instant(),
    /** Faded to nothing by then. */
    forget_at: instant().notNull(),
  },
  (table) => [index("throttles_forget").on(table.forget_at)],
);

/** A second factor by time-based codes; another kind would stand in a table of its own beside this one. */
export const totpFactors = pgTable("totp_factors", {
  user_id: userId().primaryKey(),
  /** Of the vault. */
  secret_id: uuid().notNull(),
  /** Counts from the first right code on. */
  confirmed_at: instant(),
  /** The step of the last code that was accepted: it and those before it are used up. */
  last_step: bigint({ mode: "number" }),
});

export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    /** SHA-256 of 80 random bits. */
    code_hash: text().primaryKey(),
    user_id: userId(),
    used_at: instant(),
  },
  (table) => [index("recovery_codes_user").on(table.user_id)],
);

/** Its one row stands while a second admin has to agree to what lets an admin act as somebody else. */
export const consentPolicy = pgTable("consent_policy", {
  one: boolean().primaryKey().default(true),
  since: instant().notNull().default(now),
});

/** What an admin has asked for; gone once another one has answered, or at its time. */
export const consentRequests = pgTable(
  "consent_requests",
  {
    id: uuid().primaryKey().defaultRandom(),
    user_id: userId(),
    action: text().$type<ConsentAction>().notNull(),
    asked_by: userId(),
    expires_at: instant().notNull(),
  },
  (table) => [uniqueIndex("consent_requests_of").on(table.user_id, table.action)],
);
