import { join } from "node:path";
import { DASHBOARD_MIGRATIONS, type Migrations } from "#lib/platform/server/db/migrate.ts";

/** The embedded service keeps its tables in the same database, in a schema of its own. */
export const SANDBOX_MIGRATIONS: Migrations = {
  schema: "sandbox",
  folder: join(import.meta.dirname, "../../../sandbox/store/migrations"),
};

/** All schemas of a backup; one that the database lacks is left out. */
export const SCHEMAS: readonly Migrations[] = [DASHBOARD_MIGRATIONS, SANDBOX_MIGRATIONS];
