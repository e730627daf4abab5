import pg from "pg";
import { MIGRATIONS } from "./migrations.ts";

/** What a function needs that runs inside somebody else's transaction. */
export type Client = Pick<pg.Pool, "query">;
export type Pool = pg.Pool;

/** Another number than the dashboard's migration lock, so that neither waits for the other. */
const MIGRATION_LOCK = 7_206_455_220;

/** Opens a pool; connects on first use. Idle connections that break are replaced, so that a restarted server is no end. */
export function openPool(databaseUrl: string, onError: (error: Error) => void): Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: "cotejo-sandbox",
    max: 10,
    // Long, since both count what is waited for others, too: a connection that they have, and the account that each of
    // them changes in turn. On a busy machine that is no fault.
    connectionTimeoutMillis: 30_000,
    query_timeout: 60_000,
    keepAlive: true,
  });
  pool.on("error", onError);
  // The pool listens to idle connections only: one lost while it is out would end the process by its unheard `error`.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Runs `work` in one READ COMMITTED transaction; rolls back and rethrows on failure. */
export async function inTransaction<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Brings the schema `sandbox` to its newest form; safe to run twice and at once. */
export async function migrate(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("SET LOCAL client_min_messages = warning");
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await client.query("CREATE SCHEMA IF NOT EXISTS sandbox");
    await client.query("CREATE TABLE IF NOT EXISTS sandbox.migration (version integer PRIMARY KEY)");
    const { rows } = await client.query("SELECT coalesce(max(version), 0) AS version FROM sandbox.migration");
    const done: number = rows[0].version;
    for (const [index, statements] of MIGRATIONS.entries()) {
      if (index < done) continue;
      await client.query(statements);
      await client.query("INSERT INTO sandbox.migration VALUES ($1)", [index + 1]);
    }
  });
}

/** True for PostgreSQL's unique_violation. */
export const isDuplicate = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "23505";
