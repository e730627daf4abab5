import type { Client } from "#lib/server/db/database.ts";

/** Any constant; it only has to be the same in every process. */
const CUSTODY = 7_206_455_251;

/**
 * Whoever deletes takes the lock before the check of what is covered, whoever places a hold or changes the periods excludes
 * them: a file is covered from the commit on, and nothing of it is deleted by a check from before.
 */
export const lockCustody = (tx: Client, to: "delete" | "change") =>
  tx.query(`SELECT pg_advisory_xact_lock${to === "delete" ? "_shared" : ""}($1)`, [CUSTODY]);
