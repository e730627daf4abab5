import { join } from "node:path";
import pg from "pg";
import type { Migrations } from "#lib/platform/server/db/migrate.ts";
import { prepareSession, readAddress } from "#lib/platform/server/db/session.ts";

/** The connection of a function that runs inside its caller's transaction. */
export type Client = Pick<pg.Pool, "query">;
export type Pool = pg.Pool;

export const MIGRATIONS: Migrations = { schema: "sandbox", folder: join(import.meta.dirname, "migrations") };

/**
 * Opens a pool, which connects on first use. Broken idle connections are replaced, so that the server may restart.
 */
export function openPool(databaseUrl: string, onError: (error: Error) => void): Pool {
  const { connection, limits } = readAddress(databaseUrl);
  const pool = new pg.Pool({
    ...connection,
    application_name: "cotejo-sandbox",
    max: 10,
    // Long, since both include waiting for other callers: for their connections, and for the lock on the account. Such
    // waits are normal on a busy machine.
    connectionTimeoutMillis: 30_000,
    query_timeout: 60_000,
    keepAlive: true,
    onConnect: (client) => prepareSession(client, limits),
  });
  pool.on("error", onError);
  // The pool listens to idle connections only: a checked-out one that is lost would end the process by an unhandled
  // `error` event.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Runs `work` in one READ COMMITTED transaction; rolls back and rethrows on failure. */
export async function inTransaction<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
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

/** True for PostgreSQL's unique_violation. */
export const isDuplicate = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "23505";
