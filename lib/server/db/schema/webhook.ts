import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ReplacementState } from "#lib/contract/webhooks/webhook-replacement.ts";
import { instant, now } from "#lib/server/db/columns.ts";

const asked = {
  url: text().notNull(),
  events: text().array().notNull(),
  description: text().notNull(),
};

/** Replacements of webhook secrets (design §6), each state committed before the next begins. */
export const webhookReplacements = pgTable(
  "webhook_replacements",
  {
    id: uuid().primaryKey(),
    state: text().$type<ReplacementState>().notNull(),
    /** Of the dashboard's own webhook: its receiver. */
    receiver_id: text(),
    old_webhook_id: text().notNull(),
    new_webhook_id: text(),
    /** What the twin is made with. */
    ...asked,
    started_by: uuid(),
    begun_at: instant().notNull().default(now),
    twinned_at: instant(),
    stored_at: instant(),
    switched_at: instant(),
    ended_at: instant(),
  },
  (table) => [
    uniqueIndex("webhook_replacements_under_way")
      .on(table.old_webhook_id)
      .where(sql`state not in ('done', 'given_up')`),
    index("webhook_replacements_new").on(table.new_webhook_id),
  ],
);

/**
 * POSTs of a webhook whose outcome is not known: written before one is sent, gone once its secret is stored or the service
 * has refused. What one of them may have left has a secret that nobody was told.
 */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    id: uuid().primaryKey(),
    replacement_id: uuid().references(() => webhookReplacements.id, { onDelete: "cascade" }),
    ...asked,
    /** The ids that cannot be its webhook: listed before it, or made by another attempt. */
    known_ids: text().array().notNull(),
    posted_at: instant().notNull().default(now),
  },
  (table) => [index("webhook_attempts_replacement").on(table.replacement_id)],
);
