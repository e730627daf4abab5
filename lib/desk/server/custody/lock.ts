import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/**
 * A deletion takes the shared lock before it checks which files are covered; a new hold or a change of the periods takes the
 * exclusive lock. So a file is covered from the commit on, and no deletion goes by a check from before.
 */
export const lockCustody = (tx: Client, to: "delete" | "change") =>
  tx.query(`SELECT pg_advisory_xact_lock${to === "delete" ? "_shared" : ""}($1)`, [LOCKS.custody]);
