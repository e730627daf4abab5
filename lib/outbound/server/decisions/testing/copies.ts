import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

/** The tables that decision events are made of. */
const TABLES = ["review_log", "outgoing", "decision_events_read"];
const WITH_IDS = ["review_log", "outgoing"];

/** Copies the tables into others in one snapshot, as a backup does. */
export const backUp = ({ pool }: Pooled): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    for (const table of TABLES) {
      await tx.query(`DROP TABLE IF EXISTS saved_${table}; CREATE TABLE saved_${table} AS TABLE ${table}`);
    }
  });

/** Puts the copies back. New rows get the ids of lost rows. */
export const restore = ({ pool }: Pooled): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query("ALTER TABLE review_log DISABLE TRIGGER USER");
    for (const table of TABLES) {
      await tx.query(`DELETE FROM ${table}`);
      await tx.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM saved_${table}`);
    }
    await tx.query("ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_append_only");
    await tx.query("ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_never_emptied");
    for (const table of WITH_IDS) await continueIds(tx, table);
  });

const continueIds = (tx: Client, table: string) =>
  tx.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), COALESCE(max(id), 0) + 1, false) FROM ${table}`);
