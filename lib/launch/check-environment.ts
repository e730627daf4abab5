import { createServer } from "node:net";
import { CURRENT_KEY, type KeyRow } from "#lib/core/server/vault/dashboard-keys.ts";
import { masterKeysOf, openSecret, VaultError } from "#lib/core/server/vault/vault.ts";
import { type Env, EnvError } from "#lib/platform/server/base/env.ts";
import { checkServer, connectionFault, maxConnections } from "#lib/platform/server/db/check-server.ts";
import { openDatabase, type Pooled } from "#lib/platform/server/db/database.ts";
import { LaunchError } from "./system/data-dir.ts";

/** Checks that both roles can use the database. Throws LaunchError or EnvError, which quote no address. */
export async function checkDatabase(env: Env, connections = 2): Promise<void> {
  for (const variable of ["DATABASE_URL", "MIGRATION_DATABASE_URL"] as const) {
    const url = env[variable];
    if (!url) continue;
    await using database = openDatabase(url, { name: "cotejo-launcher", max: 2 });
    try {
      await checkServer(database, {
        variable,
        connections: variable === "DATABASE_URL" ? connections : 2,
        writes: true,
      });
    } catch (error) {
      if (error instanceof EnvError) throw error;
      throw new LaunchError(`${variable}: ${connectionFault(error).text}`);
    }
  }
}

/** Ten of the embedded service, and one of the launcher for the service's heartbeat. */
const SANDBOX_CONNECTIONS = 11;

/** The maximum number of connections of all processes of a start. */
export const connectionsOfStart = (env: Env): number =>
  (["dashboard", "worker", "receiver"] as const).reduce(
    (sum, process) => sum + maxConnections(process, env),
    env.sandbox ? SANDBOX_CONNECTIONS : 0,
  );

/**
 * Throws LaunchError if no part of `secret` (comma-separated) opens the stored API key: otherwise everything would start,
 * and every delivery would be put off.
 */
export async function checkSecret({ pool }: Pooled, secret: string): Promise<void> {
  const { rows } = await pool.query<KeyRow>(CURRENT_KEY);
  const masters = masterKeysOf(secret);
  try {
    for (const { secret_id } of rows) await openSecret(pool, secret_id, masters);
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    throw new LaunchError(
      "COTEJO_SECRET: it does not open the stored API key: set the one that it was stored under, or add that one as the second",
    );
  }
}

/** The minimum of open files: each connection of a browser or of the service takes one, beside files and the database. */
const MIN_DESCRIPTORS = 1_024;

/** Throws LaunchError if the processes may open too few files; Node has already raised the limit as far as it may. */
export function checkDescriptors(): void {
  const report = process.report?.getReport() as
    | { userLimits?: { open_files?: { soft: number | "unlimited" } } }
    | undefined;
  const limit = report?.userLimits?.open_files?.soft;
  if (typeof limit !== "number" || limit >= MIN_DESCRIPTORS) return;
  throw new LaunchError(
    `this user may open ${limit} files, at least ${MIN_DESCRIPTORS} are needed: raise ulimit -n, or LimitNOFILE of the unit`,
  );
}

/** Checks that each port can be listened on; throws LaunchError with the first wrong variable. */
export async function checkPorts(listeners: { variable: string; host: string; port: number }[]): Promise<void> {
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

/** Whether the dashboard has created its own webhook at the service, according to its database. */
export async function isConnected({ pool }: Pooled): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT 1 FROM receivers WHERE state = 'connected' LIMIT 1");
  return rowCount === 1;
}
