import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, instant, now } from "#lib/server/db/columns.ts";

/** Secrets at rest (design §6, Vault): AES-256-GCM, bound to the row by its id, kind and owner as AAD. */
export const vaultSecrets = pgTable(
  "vault_secrets",
  {
    id: uuid().primaryKey(),
    kind: text().$type<"api_key" | "webhook_secret" | "erasure_key">().notNull(),
    /** The receiver or the dashboard key that the secret belongs to. */
    owner: text().notNull(),
    /** Names the `COTEJO_SECRET` under which it is encrypted. */
    master_id: text().notNull(),
    nonce: bytea().notNull(),
    ciphertext: bytea().notNull(),
    created_at: instant().notNull().default(now),
  },
  (table) => [index("vault_secrets_owner").on(table.kind, table.owner)],
);

/** The keys this dashboard calls the service with; at most one is current. */
export const dashboardKeys = pgTable(
  "dashboard_keys",
  {
    id: uuid().primaryKey(),
    /** The service's id of the key (`ak_…`); null where it came from `SVC_API_KEY` and is not known yet. */
    service_key_id: text(),
    name: text(),
    source: text().$type<"environment" | "rotation" | "admin">().notNull(),
    state: text().$type<"current" | "pending" | "retired" | "refused">().notNull(),
    /** Keyed hash of the value, to recognise a changed `SVC_API_KEY` without decrypting. */
    fingerprint: text().notNull(),
    created_at: instant().notNull().default(now),
    retired_at: instant(),
  },
  (table) => [uniqueIndex("dashboard_keys_current").on(table.state).where(sql`state = 'current'`)],
);

/**
 * The dashboard's own webhook. `creating` from before the POST until its secret is stored: meanwhile deliveries that
 * match no known secret get 503, not a refusal (design §4, Receiver).
 */
export const receivers = pgTable("receivers", {
  id: text().primaryKey(),
  state: text().$type<"creating" | "connected" | "retired">().notNull(),
  webhook_id: text(),
  url: text().notNull(),
  creating_since: instant(),
  created_at: instant().notNull().default(now),
});

/** Webhook secrets that a receiver accepts: current, previous, the one being replaced, a retired one for 20 minutes. */
export const receiverSecrets = pgTable(
  "receiver_secrets",
  {
    id: uuid().primaryKey(),
    receiver_id: text().notNull(),
    role: text().$type<"current" | "previous" | "candidate" | "retired">().notNull(),
    secret_id: uuid().notNull(),
    webhook_id: text(),
    created_at: instant().notNull().default(now),
    retired_at: instant(),
    last_matched_at: instant(),
  },
  (table) => [index("receiver_secrets_receiver").on(table.receiver_id)],
);
