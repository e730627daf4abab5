import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ErrorCode } from "#lib/contract/error.ts";
import type { KeyReplacementState } from "#lib/contract/keys/key-replacement.ts";
import type { RotationProblem, RotationState } from "#lib/contract/keys/rotation.ts";
import { instant, now } from "#lib/server/db/columns.ts";

/** Rotations of the dashboard's own key (design §6): each step is committed here before the next begins. */
export const rotations = pgTable(
  "rotations",
  {
    id: uuid().primaryKey(),
    state: text().$type<RotationState>().notNull(),
    /** Grows with each write: who wrote on the strength of an older one was overtaken. */
    revision: integer().notNull().default(0),
    /** The dashboard key it began with, and the service's id of it. */
    old_key_id: uuid().notNull(),
    old_service_key_id: text().notNull(),
    new_key_id: uuid(),
    /** Why the new key is to be deleted instead of used. */
    giving_up: text().$type<RotationProblem>(),
    problem: text().$type<RotationProblem>(),
    /** In a row, at this step. */
    failures: integer().notNull().default(0),
    /** The next step is not taken before. */
    due_at: instant().notNull().default(now),
    started_by: uuid(),
    created_at: instant().notNull().default(now),
  },
  () => [uniqueIndex("rotations_one_at_a_time").on(sql`(true)`).where(sql`state not in ('done', 'abandoned')`)],
);

/** When each state was reached. */
export const rotationSteps = pgTable(
  "rotation_steps",
  {
    rotation_id: uuid()
      .notNull()
      .references(() => rotations.id, { onDelete: "cascade" }),
    state: text().$type<RotationState>().notNull(),
    at: instant().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.rotation_id, table.state] })],
);

/** Replacements of keys that are used elsewhere: tasks of people, which stay open until one has ended them (design §6). */
export const keyReplacements = pgTable(
  "key_replacements",
  {
    id: uuid().primaryKey(),
    state: text().$type<KeyReplacementState>().notNull(),
    old_service_key_id: text().notNull(),
    old_name: text().notNull(),
    new_service_key_id: text(),
    new_name: text(),
    problem: text().$type<ErrorCode>(),
    started_by: uuid(),
    started_at: instant().notNull().default(now),
    created_at: instant(),
    switched_at: instant(),
    ended_at: instant(),
  },
  (table) => [
    uniqueIndex("key_replacements_one_a_key")
      .on(table.old_service_key_id)
      .where(sql`state not in ('done', 'cancelled')`),
  ],
);

/**
 * Each POST of a key has a label of its own and is sent at most once (design §6): for a rotation of the dashboard's own
 * key, or for a replacement of another.
 */
export const rotationAttempts = pgTable(
  "rotation_attempts",
  {
    label: text().primaryKey(),
    rotation_id: uuid().references(() => rotations.id, { onDelete: "cascade" }),
    replacement_id: uuid().references(() => keyReplacements.id, { onDelete: "cascade" }),
    outcome: text().$type<"open" | "minted" | "refused" | "abandoned">().notNull().default("open"),
    /** The ids that the service listed before. */
    keys_before: text().array().notNull(),
    /** Written before it is sent: from then on its outcome is unknown until it is stored. */
    posted_at: instant(),
    /** Keys of unknown name that came since, of which one may be this attempt's. */
    unclear: text().array(),
    /** Which of them an admin said it is; the empty text: none. */
    decision: text(),
    /** When an abandoned label is looked for again, since its key may be committed late; null: no more. */
    look_at: instant(),
    created_at: instant().notNull().default(now),
  },
  (table) => [
    uniqueIndex("rotation_attempts_open").on(table.rotation_id).where(sql`outcome = 'open'`),
    uniqueIndex("rotation_attempts_open_replacement").on(table.replacement_id).where(sql`outcome = 'open'`),
    check("rotation_attempts_of_one", sql`num_nonnulls(rotation_id, replacement_id) = 1`),
    index("rotation_attempts_look").on(table.look_at).where(sql`look_at is not null`),
  ],
);
