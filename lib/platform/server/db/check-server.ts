import { randomUUID } from "node:crypto";
import { type Env, EnvError } from "#lib/platform/server/base/env.ts";
import { codeOf } from "#lib/platform/server/base/errors.ts";
import type { Pooled } from "./database.ts";
import { checkSchema, MigrationError } from "./migrate.ts";

const MIN_VERSION = 15;

type ServerRow = {
  major: number;
  read_only: boolean;
  schema: string | null;
  encoding: string;
  without_triggers: boolean;
  allowed: number;
};

/** `allowed`: connections of this role. The server keeps some for superusers, and from version 16 on for others too. */
const SERVER = `
  SELECT current_setting('server_version_num')::int / 10000 AS major, current_schema()::text AS schema,
    current_setting('transaction_read_only') = 'on' AS read_only, current_setting('server_encoding') AS encoding,
    current_setting('session_replication_role') = 'replica' AS without_triggers,
    LEAST(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - COALESCE(current_setting('reserved_connections', true), '0')::int,
      NULLIF(rolconnlimit, -1), NULLIF(datconnlimit, -1)
    ) AS allowed
  FROM pg_roles CROSS JOIN pg_database WHERE rolname = current_user AND datname = current_database()`;

type ServerNeeds = {
  /** The variable with the address. */
  variable?: "DATABASE_URL" | "MIGRATION_DATABASE_URL";
  connections: number;
  /** Refuses a read-only server; otherwise the process waits until the server is the primary. */
  writes?: boolean;
};

/** Checks that the server of this pool, which allows two connections, can be used. Throws EnvError, in one line. */
export async function checkServer({ pool }: Pooled, wanted: ServerNeeds): Promise<void> {
  const { connections, writes, variable = "DATABASE_URL" } = wanted;
  const refused = (reason: string) => new EnvError(`${variable}: ${reason}`);
  const { rows } = await pool.query<ServerRow>(SERVER);
  const { major = 0, read_only, schema, encoding, without_triggers, allowed = 0 } = rows[0] ?? {};
  if (major < MIN_VERSION) throw refused(`PostgreSQL ${major} is too old, ${MIN_VERSION} or newer is needed`);
  if (await poolsTransactions({ pool })) {
    throw refused(
      "a pooler in front of the server gives each transaction another connection: set its pool_mode to session",
    );
  }
  if (writes && read_only) throw refused("the server is read-only: name the primary");
  if (schema !== "public") {
    throw refused(`the tables of Cotejo are in the schema public, and search_path begins with ${schema ?? "none"}`);
  }
  if (encoding !== "UTF8") throw refused(`the database has the encoding ${encoding}: create it with UTF8`);
  if (without_triggers) throw refused("session_replication_role is replica, which disables triggers: set it to origin");
  if (connections > allowed) {
    throw new EnvError(
      `DATABASE_POOL: up to ${connections} connections are opened, and the server allows ${allowed}: lower it, or raise the limit of the server, database or role`,
    );
  }
}

/**
 * Whether a pooler changes the server connection of a session between two transactions: then another session sees a setting
 * of this one, or the setting is lost while another session has a transaction open.
 */
async function poolsTransactions({ pool }: Pooled): Promise<boolean> {
  const [one, other] = [await pool.connect(), await pool.connect()];
  const token = randomUUID();
  const read = "SELECT current_setting('cotejo.session', true) AS token";
  try {
    await one.query("SELECT set_config('cotejo.session', $1, false)", [token]);
    await other.query("BEGIN");
    const met = (await other.query<{ token: string | null }>(read)).rows[0]?.token === token;
    const kept = (await one.query<{ token: string | null }>(read)).rows[0]?.token === token;
    return met || !kept;
  } finally {
    for (const client of [one, other]) client.release(true);
  }
}

/** Maximum of connections of a process, including its listening connection and those of a backup. */
export const maxConnections = (process: keyof Env["DATABASE_POOL"], { DATABASE_POOL, BACKUP_EVERY }: Env): number =>
  DATABASE_POOL[process] + (LISTENING.has(process) ? 1 : 0) + (process === "worker" && BACKUP_EVERY ? 2 : 0);

const LISTENING = new Set(["dashboard", "worker"]);

/**
 * For the start of a process: checks that the server and its schema can be used. A database that does not answer is no
 * error: the process waits for it, as later. Throws EnvError or MigrationError.
 */
export async function requireDatabase(database: Pooled, connections: number): Promise<void> {
  try {
    await checkServer(database, { connections });
    await checkSchema(database.pool);
  } catch (error) {
    if (error instanceof EnvError || error instanceof MigrationError) throw error;
    const { text, lasting } = connectionFault(error);
    if (lasting) throw new EnvError(`DATABASE_URL: ${text}`);
  }
}

/** The cause of a failed connection in words, without the address. `lasting`: waiting does not help. */
export function connectionFault(error: unknown): { text: string; lasting: boolean } {
  const { message } = error as Error;
  const code = codeOf(error as Error) ?? "no answer";
  const found = LASTING_FAULTS.find(([pattern]) => pattern.test(code) || pattern.test(message));
  if (found) return { text: found[1], lasting: true };
  if (code === "53300") return { text: "the server has no connection left for this role", lasting: false };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return { text: "the name of the server can't be resolved", lasting: false };
  return { text: `no database answers there (${code})`, lasting: false };
}

const LASTING_FAULTS: [RegExp, string][] = [
  [/^no pg_hba.conf entry .*no encryption/, "the server requires TLS: write sslmode=require, or verify-full"],
  [/^28|authentication failed/, "the database refuses this user or password"],
  [/^3D000$|^no such database/, "the server has no database of this name"],
  [/^42501$/, "this role has no right to use the database: run npm run migrate, or grant it"],
  [/^The server does not support SSL/, "the server has no TLS: write sslmode=disable to go without"],
  [/^ERR_TLS_CERT_ALTNAME/, "the certificate of the server names another host (sslmode=verify-full)"],
  [/CERT|SIGNATURE|^ERR_(TLS|SSL|OSSL)|^EPROTO/, "the certificate of the server can't be verified: check sslrootcert"],
  [
    /unsupported startup parameter/,
    "a pooler in front of the server refuses a parameter of the address, such as options",
  ],
  [/statement pooling mode/, "a pooler in front of the server allows no transactions: set its pool_mode to session"],
];
