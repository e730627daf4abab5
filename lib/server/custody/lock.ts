import type { Client } from "#lib/server/db/database.ts";

/** Key of an advisory lock: any constant that is the same in every process. */
const CUSTODY_LOCK = 7_206_455_251;

/**
 * A deletion takes the shared lock before it checks which files are covered; a new hold or a change of the periods takes the
 * exclusive lock. So a file is covered from the commit on, and no deletion goes by a check from before.
 */
export const lockCustody = (tx: Client, to: "delete" | "change") =>
  tx.query(`SELECT pg_advisory_xact_lock${to === "delete" ? "_shared" : ""}($1)`, [CUSTODY_LOCK]);
