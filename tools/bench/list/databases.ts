import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#lib/platform/server/db/database.ts";
import { DASHBOARD_MIGRATIONS, migrate, readMigrations } from "#lib/platform/server/db/migrate.ts";
import { connect, startServer } from "#tools/bench/database.ts";
import { administer, urlOf } from "#tools/test/postgres-server.ts";
import { GENERATION, generate } from "./generate.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, ".cache", "bench-list");

/**
 * Starts PostgreSQL as the launcher does, with one database for each size. Making a million rows takes minutes, so the
 * folder is kept for the next run of the same day, unless the generator or the schema has changed.
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
  const databaseUrl = await startServer(FOLDER, stack);
  const databases: Database[] = [];
  for (const size of sizes) {
    const name = `list_${size}`;
    const url = urlOf(databaseUrl, name);
    if (!kept) {
      await administer(databaseUrl, `CREATE DATABASE ${name}`);
      await migrate(url);
    }
    const database = connect(url, 1, stack);
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
