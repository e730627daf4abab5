import { rmSync } from "node:fs";
import { join } from "node:path";
import { SCHEMAS } from "#lib/edge/server/backup/schemas.ts";
import { EnvError } from "#lib/platform/server/base/env.ts";
import type { Log } from "#lib/platform/server/base/log.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { DASHBOARD_MIGRATIONS, type Migrations, migrate } from "#lib/platform/server/db/migrate.ts";
import { checkDatabase } from "./check-environment.ts";
import type { Launch } from "./context.ts";
import { createProcessRole, embeddedRoles, grantRights, type Roles } from "./database-roles.ts";
import { startPostgres } from "./postgres/postgres.ts";
import type { Service } from "./supervisor.ts";
import { embeddedSecret, readFileIfThere, writePrivateFile } from "./system/data-dir.ts";

const addressFile = (dataDir: string) => join(dataDir, "database-url");

/** The address of the embedded database while Cotejo runs over this DATA_DIR; for commands beside it. */
export const runningDatabase = (dataDir: string): string | null => readFileIfThere(addressFile(dataDir));

export const forgetDatabase = (dataDir: string): void => rmSync(addressFile(dataDir), { force: true });

/**
 * The given database, or else the embedded one, which the supervisor keeps alive; a running one is used as it is. `home` is
 * the folder of an embedded database that was started here.
 */
export async function supplyDatabase(launch: Launch): Promise<Roles & { home?: string }> {
  const { env, dataDir, log, running, supervisor } = launch;
  if (env.DATABASE_URL) {
    return { databaseUrl: env.DATABASE_URL, ownerUrl: env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL };
  }
  if (running) return embeddedRoles(running);
  let [ownerUrl, home] = ["", dataDir];
  const service: Service = {
    name: "postgres",
    endsLast: true,
    async start(stopping) {
      const postgres = await startPostgres({ dataDir, onLine: postgresLines(log) }, stopping);
      ({ databaseUrl: ownerUrl, home } = postgres);
      writePrivateFile(addressFile(dataDir), ownerUrl);
      return postgres;
    },
  };
  await supervisor.start(service);
  await createProcessRole(ownerUrl);
  return { ...embeddedRoles(ownerUrl), home };
}

/** The same, after a check that a given database is usable. Throws LaunchError or EnvError. */
export async function checkedDatabase(launch: Launch): Promise<Roles> {
  if (launch.env.DATABASE_URL) await checkDatabase(launch.env);
  return supplyDatabase(launch);
}

const SEVERITY = / (LOG|WARNING|FATAL|PANIC): {2}(.*)$/;
/** FATAL ends one connection, PANIC the server. */
const LEVELS = { LOG: "info", WARNING: "warn", FATAL: "warn", PANIC: "error" } as const;

const postgresLines = (log: Log) => (line: string) => {
  const [, severity, text] = SEVERITY.exec(line) ?? [];
  if (severity) log[LEVELS[severity as keyof typeof LEVELS]]({ severity }, `PostgreSQL: ${text}`);
};

/**
 * Migrates the database to this version's schema by the role of its owner, then grants the role of the processes its
 * rights. Returns the names of the applied migrations.
 */
export async function migrateDatabase(roles: Roles, schemas: readonly Migrations[]): Promise<string[]> {
  const applied: string[] = [];
  for (const migrations of schemas) applied.push(...(await migrate(roles.ownerUrl, migrations)));
  await grantRights(roles, schemas);
  return applied;
}

export const schemasOf = ({ env }: Launch) => (env.sandbox ? SCHEMAS : [DASHBOARD_MIGRATIONS]);

export async function withDatabase<T>({ log }: Launch, url: string, work: (database: Database) => Promise<T>) {
  await using database = openDatabase(url, {
    name: "cotejo-launcher",
    max: 1,
    onError: (error) => log.warn({ fault: error.message }, "database connection lost"),
  });
  return await work(database);
}

export function masterSecret({ env, dataDir }: Launch): string {
  if (env.COTEJO_SECRET) return env.COTEJO_SECRET.join(",");
  if (env.DATABASE_URL) throw new EnvError("COTEJO_SECRET: required with DATABASE_URL, at least 32 random characters");
  return embeddedSecret(dataDir);
}
