import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { migrate } from "#lib/server/db/migrate.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The migrated database that createTestDatabase clones. */
    templateUrl: string;
  }
}

/** One real PostgreSQL for all integration tests, in a folder of its own, settings and fsync as in production. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "cotejo-test-"));
  const postgres = await startPostgres({ dataDir: folder });
  const teardown = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const admin = new pg.Client({ connectionString: postgres.databaseUrl });
    await admin.connect();
    await admin.query("CREATE DATABASE template_cotejo");
    await admin.end();
    const templateUrl = postgres.databaseUrl.replace("///cotejo?", "///template_cotejo?");
    await migrate(templateUrl);
    project.provide("templateUrl", templateUrl);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}
