import { pgTable, text } from "drizzle-orm/pg-core";
import { bytea, instant, now } from "#lib/server/db/columns.ts";

/** Verifications that were erased here and are not taken in again, each known by a keyed hash of its id alone. */
export const erasedVerifications = pgTable("erased_verifications", {
  id_hash: bytea().primaryKey(),
  erased_at: instant().notNull().default(now),
});

/** Signatures of deliveries that were erased, or came in about what was: a copy is acknowledged and not stored. */
export const erasedSignatures = pgTable("erased_signatures", {
  signature: text().primaryKey(),
});
