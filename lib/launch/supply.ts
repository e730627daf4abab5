import { rmSync } from "node:fs";
import { join } from "node:path";
import { SANDBOX_MIGRATIONS, SCHEMAS } from "#lib/server/backup/schemas.ts";
import { EnvError } from "#lib/server/base/env.ts";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { grantTo } from "#lib/server/db/grants.ts";
import { DASHBOARD_MIGRATIONS, migrate } from "#lib/server/db/migrate.ts";
import type { Launch } from "./context.ts";
import { startPostgres } from "./postgres/postgres.ts";
import type { Service } from "./supervisor.ts";
import { embeddedSecret, readFileIfThere, writePrivateFile } from "./system/data-dir.ts";

const addressFile = (dataDir: string) => join(dataDir, "database-url");

/** The address of the embedded database while Cotejo runs over this DATA_DIR; for commands beside it. */
export const runningDatabase = (dataDir: string): string | null => readFileIfThere(addressFile(dataDir));

/** Called after its stop. */
export const forgetDatabase = (dataDir: string): void => rmSync(addressFile(dataDir), { force: true });

/** The given database, else the embedded one, which the supervisor then keeps alive; a running one is used as it is. */
export async function supplyDatabase({ env, dataDir, running, supervisor }: Launch): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  if (running) return running;
  let databaseUrl = "";
  const service: Service = {
    name: "postgres",
    endsLast: true,
    async start(stopping) {
      const postgres = await startPostgres({ dataDir }, stopping);
      databaseUrl = postgres.databaseUrl;
      writePrivateFile(addressFile(dataDir), databaseUrl);
      return postgres;
    },
  };
  await supervisor.start(service);
  return databaseUrl;
}

/**
 * Brings the database to this version's schema, by the role of MIGRATION_DATABASE_URL if set; the role of the processes
 * then gets its rights. Returns the names of the applied migrations.
 */
export async function migrateDatabase({ env }: Launch, databaseUrl: string): Promise<string[]> {
  const owner = env.MIGRATION_DATABASE_URL;
  const applied = await migrate(owner ?? databaseUrl);
  if (!owner || owner === databaseUrl) return applied;
  if (env.sandbox) applied.push(...(await migrate(owner, SANDBOX_MIGRATIONS)));
  await grantTo(databaseUrl, owner, env.sandbox ? SCHEMAS : [DASHBOARD_MIGRATIONS]);
  return applied;
}

export async function withDatabase<T>(
  { log }: Launch,
  url: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase(url, {
    name: "cotejo-launcher",
    max: 1,
    onError: (error) => log.warn({ fault: error.message }, "database connection lost"),
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export function masterSecret({ env, dataDir }: Launch): string {
  if (env.COTEJO_SECRET) return env.COTEJO_SECRET.join(",");
  if (env.DATABASE_URL) throw new EnvError("COTEJO_SECRET: required with DATABASE_URL, at least 32 random characters");
  return embeddedSecret(dataDir);
}
