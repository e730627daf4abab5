import { randomBytes } from "node:crypto";
import { ensureUser } from "#lib/access/server/users.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { migrate } from "#lib/platform/server/db/migrate.ts";
import { connect, ownFolder, startDatabase } from "#tools/bench/database.ts";
import { buildTargets } from "#tools/bench/targets/servers.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { administer, urlOf } from "#tools/test/postgres-server.ts";
import { type Installed, installReceiver, startProcess } from "#tools/test/real-processes.ts";
import { signIn } from "#tools/test/sign-in.ts";

export type Installation = Awaited<ReturnType<typeof install>>;

/** Starts PostgreSQL as the launcher does, on the project's own disk, with a receiver that needs no service behind it. */
export async function install(stack: AsyncDisposableStack) {
  const dataDir = ownFolder(stack);
  buildTargets(dataDir);
  const databaseUrl = await startDatabase(dataDir, stack);
  const installed = await installReceiver(databaseUrl);
  await administer(databaseUrl, "CREATE DATABASE other");
  const url = urlOf(databaseUrl, "other");
  await migrate(url);
  return {
    installed,
    database: connect(databaseUrl, 2, stack),
    /** A migrated database on the same server for another target; its address and connection. */
    other: { url, database: connect(url, 2, stack) },
  };
}

type OpenOptions = { sessions?: number; role?: Role; more?: Record<string, string> };

/** Starts the real dashboard, and signs a user in once for each session; returns the cookies of each. */
export async function openDashboard(
  { installed, database }: Pick<Installation, "installed" | "database">,
  stack: AsyncDisposableStack,
  { sessions = 1, role = "compliance", more = {} }: OpenOptions = {},
) {
  const credentials = { email: "bench@example.com", password: randomBytes(12).toString("base64url") };
  await ensureUser({ ...credentials, name: "Benchmark", role }, database);
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const dashboard = startProcess("dashboard", installed, { more: { PORT: port, APP_ORIGIN: origin, ...more } });
  stack.defer(async () => void (await dashboard.end()));
  await dashboard.ready();
  const cookies: string[] = [];
  while (cookies.length < sessions) cookies.push(await signIn(origin, credentials));
  return { origin, pid: dashboard.pid, credentials, cookies };
}

/** Starts the receiver's or the worker's real process, waits until it is ready, and returns a function that ends it. */
export async function startReal(name: "receiver" | "worker", installed: Installed): Promise<() => Promise<void>> {
  const child = startProcess(name, installed);
  if (name === "receiver") await child.ready();
  return async () => void (await child.end());
}
