import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { buildTargets } from "#bench/targets/servers.ts";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { migrate } from "#lib/server/db/migrate.ts";
import { type Installed, installReceiver, receiverReady, startProcess } from "#test/real-processes.ts";

export type Installation = {
  installed: Installed;
  database: Database;
  /** A migrated database on the same server for another target; its address and connection. */
  other: { url: string; database: Database };
};

const CACHE = join(import.meta.dirname, "..", "..", ".cache");

/** PostgreSQL as the launcher runs it, on the project's own disk, with a receiver that needs no service behind it. */
export async function install(stack: AsyncDisposableStack): Promise<Installation> {
  mkdirSync(CACHE, { recursive: true });
  // Not in the system's folder for temporary files: where that is memory, fsync would cost nothing.
  const dataDir = mkdtempSync(join(CACHE, "bench-"));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  buildTargets(dataDir);
  const postgres = await startPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  const { databaseUrl } = postgres;
  await migrate(databaseUrl);
  const installed = await installReceiver(databaseUrl);
  const url = databaseUrl.replace("///cotejo?", "///other?");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("CREATE DATABASE other");
  await client.end();
  await migrate(url);
  return {
    installed,
    database: open(databaseUrl, stack),
    other: { url, database: open(url, stack) },
  };
}

function open(url: string, stack: AsyncDisposableStack): Database {
  const database = openDatabase(url, { name: "benchmark", max: 2 });
  stack.defer(() => database.close());
  return database;
}

/** Starts the receiver's or the worker's real process. Resolves when it is at work; returns how to end it. */
export async function startReal(name: "receiver" | "worker", installed: Installed): Promise<() => Promise<void>> {
  const child = startProcess(name, installed);
  if (name === "receiver") await receiverReady(installed);
  return async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
}
