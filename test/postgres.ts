import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { migrate } from "#lib/server/db/migrate.ts";
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

/** A real PostgreSQL for all integration tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  rmSync(RECORDINGS, { recursive: true, force: true });
  const { adminUrl, stop } = await startTestPostgres();
  try {
    await administer(adminUrl, `CREATE DATABASE ${TEMPLATE}`);
    await migrate(urlOf(adminUrl, TEMPLATE));
    project.provide("adminUrl", adminUrl);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
