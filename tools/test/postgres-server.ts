import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { withClient } from "#lib/launch/database-roles.ts";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Settings without durability, since the databases do not outlive the tests. */
const THROWAWAY = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  // Databases live for seconds: autovacuum of hundreds of them would cost more than it saves.
  autovacuum: "off",
  max_connections: "800",
  shared_buffers: "256MB",
};

/** A real PostgreSQL for tests, in a folder of its own. `adminUrl` is the connection string of its own database. */
export async function startTestPostgres(): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  const folder = temporaryFolder("cotejo-test-");
  const postgres = await startPostgres({ dataDir: folder, settings: THROWAWAY });
  return {
    adminUrl: postgres.databaseUrl,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Execute = (adminUrl: string, statement: string) => Promise<unknown>;

/** Creates a database on that server with the template's contents; returns its connection string. */
export async function createDatabase(
  adminUrl: string,
  template = "template0",
  execute: Execute = administer,
): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Copies the files directly, without the write-ahead log and the shared memory.
  await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return urlOf(adminUrl, name);
}

export const nameOf = (url: string): string => new URL(url).pathname.slice(1);

export const urlOf = (adminUrl: string, name: string): string => adminUrl.replace("///cotejo?", `///${name}?`);

export async function administer(adminUrl: string, statement: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(statement));
}
