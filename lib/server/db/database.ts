import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { parseInstant } from "#lib/contract/time.ts";
import { env } from "#lib/server/env.ts";

const TIMESTAMPTZ = 1184;
const INT8 = 20;

/** Parsers for plain SQL: instants canonical with their microseconds, bigints as numbers (ids are checked to be safe). */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (format !== "binary" && oid === TIMESTAMPTZ) return parseInstant;
    if (format !== "binary" && oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

/** One pool, reached as Drizzle for single-table work and as plain SQL for set-based statements. */
export type Database = {
  db: NodePgDatabase;
  pool: pg.Pool;
  close(): Promise<void>;
};

/** What a function needs that runs inside somebody else's transaction. */
export type Client = Pick<pg.PoolClient, "query">;

export type OpenOptions = {
  /** Shown in `pg_stat_activity`. */
  name: string;
  max?: number;
  /** Idle connections fail when the server restarts; the pool replaces them, so by default nobody needs to act. */
  onError?: (error: Error) => void;
};

/** Opens a pool; connects on first use. */
export function openDatabase(url: string, options: OpenOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.name,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    types,
  });
  pool.on("error", (error) => options.onError?.(error));
  // The pool listens to idle connections only: one lost while it is out would end the process by its unheard `error`.
  // Whoever holds it learns from the next statement, which fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { db: drizzle({ client: pool }), pool, close: () => pool.end() };
}

/** Runs `work` in one READ COMMITTED transaction; rolls back and rethrows on failure. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
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

// Hot reload evaluates modules again; the pool must outlive them.
const shared = globalThis as { cotejoDatabase?: Database };

/** This process's pool on `DATABASE_URL`. */
export function database(): Database {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is supplied by the launcher or the environment");
  shared.cotejoDatabase ??= openDatabase(url, { name: "cotejo" });
  return shared.cotejoDatabase;
}
