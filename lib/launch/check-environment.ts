import { createServer } from "node:net";
import pg from "pg";
import type { Pooled } from "#lib/server/db/database.ts";
import { masterKeysOf, openSecret, VaultError } from "#lib/server/vault/vault.ts";
import { LaunchError } from "./system/data-dir.ts";

const OLDEST = 15;

/**
 * Checks that DATABASE_URL leads to a running PostgreSQL; the error never quotes the address, which holds a password.
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection lost during the check is reported by the pending call.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ major: number }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS major",
    );
    const major = rows[0]?.major ?? 0;
    if (major < OLDEST) {
      throw new LaunchError(`DATABASE_URL: PostgreSQL ${major} is too old, ${OLDEST} or newer is needed`);
    }
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    throw new LaunchError(`DATABASE_URL: ${meaning(error as NodeJS.ErrnoException)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function meaning(error: NodeJS.ErrnoException): string {
  const code = error.code ?? "no answer";
  if (code.startsWith("28")) return "the database refuses this user or password";
  if (code === "3D000") return "the server has no database of this name";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the name of the server can't be resolved";
  return `no database answers there (${code})`;
}

const CURRENT_KEY = `
  SELECT secret.id FROM dashboard_keys AS key
  JOIN vault_secrets AS secret ON secret.kind = 'api_key' AND secret.owner = key.id::text
  WHERE key.state = 'current'`;

/**
 * Throws LaunchError where no part of `secret` (comma-separated) opens the stored API key: everything would start, and
 * put off whatever is delivered.
 */
export async function checkSecret({ pool }: Pooled, secret: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(CURRENT_KEY);
  const masters = masterKeysOf(secret);
  try {
    for (const { id } of rows) await openSecret(pool, id, masters);
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    throw new LaunchError(
      "COTEJO_SECRET: it does not open the stored API key: set the one that it was stored under, or add that one as the second",
    );
  }
}

type Listener = { variable: string; host: string; port: number };

/** Checks that each port can be listened on; throws LaunchError with the first wrong variable. */
export async function checkPorts(listeners: Listener[]): Promise<void> {
  for (const [index, { variable, host, port }] of listeners.entries()) {
    const same = listeners.slice(0, index).find((other) => other.port === port);
    if (same) throw new LaunchError(`${variable}: ${port} is also ${same.variable}`);
    const code = await tryListening(host, port);
    if (code === null) continue;
    if (code === "EADDRINUSE") throw new LaunchError(`${variable}: ${port} is in use by another program`);
    if (code === "EACCES") throw new LaunchError(`${variable}: this user may not listen on ${port}`);
    throw new LaunchError(`HOST: can't listen on ${host} (${code})`);
  }
}

function tryListening(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** Whether the dashboard has made its own webhook at the service, as far as it knows itself. */
export async function isConnected({ pool }: Pooled): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT 1 FROM receivers WHERE state = 'connected' LIMIT 1");
  return rowCount === 1;
}
