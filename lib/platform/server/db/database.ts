import pg from "pg";
import { type Instant, parseInstant } from "#lib/platform/contract/time.ts";
import { env, supplied } from "#lib/platform/server/base/env.ts";
import { gauge, refreshBefore } from "#lib/platform/server/base/metrics.ts";
import { prepareSession, readAddress } from "./session.ts";

const TIMESTAMPTZ = 1184;
const INT8 = 20;

/** Reads a time as the database writes it; null for ±infinity. Throws for any other text: a time never becomes null. */
export function storedInstant(text: string): Instant | null {
  const instant = parseInstant(text);
  if (instant === null && !/^-?infinity$/.test(text)) throw new Error(`unreadable time of the database: ${text}`);
  return instant;
}

/** Parsers for plain SQL: instants canonical with their microseconds, bigints as numbers (ids are checked to be safe). */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (format !== "binary" && oid === TIMESTAMPTZ) return storedInstant;
    if (format !== "binary" && oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

export type Database = AsyncDisposable & {
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
};

/** The database, for functions that take connections of the pool and do not close it. */
export type Pooled = Pick<Database, "pool">;

/** The connection of a function that runs inside its caller's transaction. */
export type Client = Pick<pg.PoolClient, "query">;

export type OpenOptions = {
  /** Shown in `pg_stat_activity`. */
  name: string;
  max?: number;
  /** Idle connections that stay open, so that nobody else can take them. */
  min?: number;
  /** The time limit for an answer of the server, in milliseconds; 10,000 by default. */
  answerMs?: number;
  /** For long work such as a rebuild: no time limit on statements. */
  withoutTimeLimits?: boolean;
  /** Idle connections fail when the server restarts; the pool replaces them, so by default no action is needed. */
  onError?: (error: Error) => void;
};

const CONNECT_MS = 5_000;
/** The server ends slower statements; the connection stays open. */
const STATEMENT_MS = 9_000;
/** A connection without any answer for this long is dead, although no error has come. */
const ANSWER_MS = 10_000;
/** A transaction whose client has vanished holds its locks until the server ends it after this time. */
const ABANDONED_MS = 10_000;
/** The kernel detects an idle connection whose other end is gone, after this time and ten seconds more. */
const KEEP_ALIVE_MS = 2_000;

/** Whether no answer came in time: the running statement blocks the connection for other statements. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === "Query read timeout";

/** A statement that was prepared before the schema changed fails for as long as its connection lives. */
const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "0A000" || error.code === "26000");

/** The server is read-only, like a primary after a fail-over: another server may accept the write. */
const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "25006";

/** Closes the socket: `pg` cannot end a connection without waiting for the other side. */
export const cutConnection = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

const connections = gauge(
  "cotejo_db_connections",
  "Connections of this process's pools: active and idle ones, and callers that wait for one.",
  ["state"],
);
const pools = new Set<pg.Pool>();

async function countConnections(): Promise<void> {
  const sum = (count: (pool: pg.Pool) => number) => [...pools].reduce((total, pool) => total + count(pool), 0);
  const [all, idle, waiting] = [
    sum((pool) => pool.totalCount),
    sum((pool) => pool.idleCount),
    sum((pool) => pool.waitingCount),
  ];
  for (const [state, count] of Object.entries({ active: all - idle, idle, waiting })) connections.set({ state }, count);
}

/**
 * Opens a pool; connects on first use. Every connection has time limits, since a database may vanish silently, as in a
 * fail-over of a cloud: a query without an answer in time ends its connection and the idle ones.
 */
export function openDatabase(url: string, options: OpenOptions): Database {
  const { connection, limits } = readAddress(url);
  const usual = { statement_timeout: STATEMENT_MS, idle_in_transaction_session_timeout: ABANDONED_MS };
  const pool = new pg.Pool({
    application_name: options.name,
    max: options.max ?? 10,
    min: options.min ?? 0,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(!options.withoutTimeLimits && { query_timeout: options.answerMs ?? ANSWER_MS }),
    ...connection,
    onConnect: (client) => prepareSession(client, options.withoutTimeLimits ? {} : { ...usual, ...limits }),
    types,
  });
  const idle = new Set<pg.ClientBase>();
  pool.on("acquire", (client) => idle.delete(client));
  pool.on("remove", (client) => idle.delete(client));
  pool.on("release", (error, client) => {
    if (!error) idle.add(client);
    // Idle connections lead to the same server: each of them would cost a caller the same time limit again.
    else if (isUnanswered(error) || isReadOnly(error)) for (const other of idle) cutConnection(other);
  });
  pool.on("error", (error) => options.onError?.(error));
  // The pool listens to idle connections only: the loss of a connection in use would end the process by an unhandled `error`
  // event. Its user gets the error from the next statement, which fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pools.add(pool);
  // Next's copy of this module opens no pool, and has none to count.
  refreshBefore(countConnections);
  const close = async () => {
    await pool.end();
    pools.delete(pool);
  };
  return { pool, url, close, [Symbol.asyncDispose]: close };
}

/** Runs `work` in one transaction, READ COMMITTED by default; rolls back and rethrows on failure. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  mode = "READ COMMITTED",
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${mode}`);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // A rollback would wait behind the unanswered statement.
    if (isUnanswered(error) || isOutdated(error) || isReadOnly(error)) broken = error as Error;
    else {
      await client.query("ROLLBACK").catch((failure: Error) => {
        broken = failure;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

/** As `inTransaction`, in one read-only snapshot: a batch that commits meanwhile changes no part of an answer. */
export const inSnapshot = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(pool, work, "REPEATABLE READ READ ONLY");

/** The first row of an answer; null without one. */
export const findRow = async <Row extends object>(client: Client, text: string, values?: unknown[]) =>
  (await client.query<Row>(text, values)).rows[0] ?? null;

// Hot reload evaluates modules again; the pool must outlive them.
const shared = globalThis as { cotejoDatabase?: Database };

/** This process's pool on `DATABASE_URL`. */
export function database(): Database {
  const url = supplied("DATABASE_URL");
  shared.cotejoDatabase ??= openDatabase(url, { name: "cotejo", max: env().DATABASE_POOL.dashboard });
  return shared.cotejoDatabase;
}
