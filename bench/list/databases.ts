import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { DASHBOARD_MIGRATIONS, migrate, readMigrations } from "#lib/server/db/migrate.ts";
import { GENERATION, generate } from "./generate.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const FOLDER = join(ROOT, ".cache", "bench-list");

/**
 * PostgreSQL as the launcher runs it, with one database a size. Making a million rows takes minutes, so the folder stays
 * for the next run of the same day, unless what is generated or the schema has changed.
 */
export async function openSizes(sizes: readonly number[], stack: AsyncDisposableStack): Promise<Database[]> {
  const made = join(FOLDER, "made.txt");
  const what = createHash("sha256")
    .update(JSON.stringify([GENERATION, sizes, new Date().toISOString().slice(0, 10)]))
    .update(JSON.stringify(readMigrations(DASHBOARD_MIGRATIONS)))
    .digest("hex");
  const kept = existsSync(made) && readFileSync(made, "utf8") === what;
  if (!kept) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const postgres = await startPostgres({ dataDir: FOLDER });
  stack.defer(() => postgres.stop());
  const databases: Database[] = [];
  for (const size of sizes) {
    const name = `list_${size}`;
    if (!kept) await create(postgres.databaseUrl, name);
    const url = postgres.databaseUrl.replace("///cotejo?", `///${name}?`);
    if (!kept) await migrate(url);
    const database = openDatabase(url, { name: "benchmark", max: 1, unhurried: true });
    stack.defer(() => database.close());
    if (!kept) {
      const began = performance.now();
      await generate(database, size);
      console.log(
        `${size.toLocaleString("en-US")} verifications made in ${Math.round((performance.now() - began) / 1_000)} s`,
      );
    }
    databases.push(database);
  }
  writeFileSync(made, what);
  return databases;
}

async function create(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
}
