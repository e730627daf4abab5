import type { Client } from "#lib/server/db/database.ts";
import { FACT_TABLES } from "./fact-tables.ts";

const LIST_TABLES = "verification_list, verification_list_values, verification_search, verification_people";

/**
 * Empties every projection. Runs in the caller's transaction and waits for batches that are being applied: they lock
 * summaries before they write anything, so taking that table first cannot deadlock with them.
 */
export async function emptyProjections(client: Client): Promise<void> {
  await client.query("LOCK TABLE verification_summaries IN ACCESS EXCLUSIVE MODE");
  await client.query(
    `TRUNCATE verification_summaries, ${LIST_TABLES}, verification_snapshots, ${FACT_TABLES.join(", ")}`,
  );
}
