import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytea, id, instant, now } from "#lib/server/db/columns.ts";

export type InboxState = "pending" | "applied" | "unrecognized" | "failed";
export type SnapshotSubject = "verification" | "people";

/**
 * What came in, before anything is made of it (design §4, Inbox): a signed delivery, or a snapshot that reading the API
 * yielded. The projections can be dropped and drained again from here.
 */
export const inbox = pgTable(
  "inbox",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<"delivery" | "snapshot">().notNull(),
    received_at: instant().notNull().default(now),
    verification_id: id(),
    state: text().$type<InboxState>().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    next_attempt_at: instant(),
    /** Why the row is `unrecognized` or `failed`: a typed reason or an error without values from the body. */
    last_error: text(),
    /** Deliveries: the `v1` that matched, lowercase hex. Remembering it is the replay protection (design §1). */
    signature: text(),
    receiver_id: text(),
    /** Deliveries: `t` of the signature, Unix seconds. */
    signed_at: bigint({ mode: "number" }),
    body: bytea(),
    event_name: text(),
    /** Deliveries: authentic, but signed more than five minutes before it arrived. */
    late: boolean().notNull().default(false),
    copies: integer().notNull().default(1),
    contract_version: integer(),
    /** Snapshots: what was read, and when the request began on the service's clock. */
    subject: text().$type<SnapshotSubject>(),
    read_at: instant(),
    body_hash: bytea(),
    /** The rows that it adds, once its payload is kept no longer (`lib/server/privacy/retain-payloads.ts`). */
    stated: jsonb(),
  },
  (table) => [
    uniqueIndex("inbox_signature").on(table.signature),
    // In the order in which workers claim, so that no other index can serve it, whatever the planner's statistics say.
    index("inbox_pending").on(table.next_attempt_at.asc().nullsFirst(), table.id).where(sql`state = 'pending'`),
    index("inbox_unrecognized").on(table.contract_version).where(sql`state = 'unrecognized'`),
    index("inbox_verification").on(table.verification_id, table.id),
    // What the event explorer goes by, in the order of receipt. Those of what is rare cost nothing where nothing is amiss.
    index("inbox_deliveries").on(table.received_at, table.id).where(sql`kind = 'delivery'`),
    index("inbox_event").on(table.event_name, table.received_at, table.id).where(sql`kind = 'delivery'`),
    index("inbox_set_aside")
      .on(table.state, table.received_at, table.id)
      .where(sql`kind = 'delivery' AND state IN ('failed', 'unrecognized')`),
    index("inbox_late").on(table.received_at, table.id).where(sql`kind = 'delivery' AND late`),
    index("inbox_copied").on(table.received_at, table.id).where(sql`kind = 'delivery' AND copies > 1`),
    // What the retention goes by: payloads that are still kept, and who else shares the body of a reading.
    index("inbox_payloads")
      .on(table.subject, table.received_at, table.id)
      .where(sql`state = 'applied' AND stated IS NULL`),
    index("inbox_body").on(table.body_hash).where(sql`kind = 'snapshot' AND stated IS NULL`),
  ],
);

/** Bodies of snapshots, redacted, one row for equal answers. `body` keeps the answer's own key order. */
export const snapshotBodies = pgTable("snapshot_bodies", {
  hash: bytea().primaryKey(),
  body: text().notNull(),
});

/** Deliveries that were refused (design §4, Receiver): never a body, because anyone can send one. */
export const refusals = pgTable(
  "refusals",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    reason: text().notNull(),
    receiver_id: text(),
    size: integer(),
    body_hash: text(),
    /** Seconds by which `t` is behind the receiver's clock; negative when ahead. */
    skew_seconds: bigint({ mode: "number" }),
    source_address: text(),
    /** What one sender has of addresses: the address, or the /64 of IPv6. By it rows are limited. */
    source_network: text(),
    /** How many refusals this row stands for: alike, or where nothing else is known of them, of one sender and hour. */
    count: integer().notNull().default(1),
  },
  (table) => [index("refusals_at").on(table.at)],
);
