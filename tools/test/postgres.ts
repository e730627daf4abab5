import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { SANDBOX_MIGRATIONS } from "#lib/edge/server/backup/schemas.ts";
import { createProcessRole, embeddedRoles } from "#lib/launch/database-roles.ts";
import { migrateDatabase } from "#lib/launch/supply.ts";
import { DASHBOARD_MIGRATIONS, migrate } from "#lib/platform/server/db/migrate.ts";
import { administer, startTestPostgres, urlOf } from "./postgres-server.ts";
import { RECORDINGS } from "./row-types/product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The server of all integration tests. */
    adminUrl: string;
  }
}

/** The migrated database that createTestDatabase clones. */
export const TEMPLATE = "template_cotejo";

/** The migrated database of an embedded service that createServiceDatabase clones. It has a third of the files of the other template. */
export const SERVICE_TEMPLATE = "template_service";

/** Starts a real PostgreSQL for all integration tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  rmSync(RECORDINGS, { recursive: true, force: true });
  const { adminUrl, stop } = await startTestPostgres();
  try {
    await administer(adminUrl, `CREATE DATABASE ${TEMPLATE}`);
    const ownerUrl = urlOf(adminUrl, TEMPLATE);
    await createProcessRole(ownerUrl);
    await migrateDatabase(embeddedRoles(ownerUrl), [DASHBOARD_MIGRATIONS]);
    await administer(adminUrl, `CREATE DATABASE ${SERVICE_TEMPLATE}`);
    await migrate(urlOf(adminUrl, SERVICE_TEMPLATE), SANDBOX_MIGRATIONS);
    project.provide("adminUrl", adminUrl);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
