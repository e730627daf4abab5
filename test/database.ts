import { inject } from "vitest";
import { TEMPLATE } from "./postgres.ts";
import { administer, createDatabase, dropDatabase, nameOf } from "./postgres-server.ts";

export type TestDatabase = {
  /** Connection string of a database of its own. */
  url: string;
  /** Refuses connections to it, or allows them again. */
  allowConnections(allowed: boolean): Promise<void>;
  /**
   * Ends its connections, and waits until they are gone, so that no query gets an ending one. Connections to other databases
   * of the server, which other test files use, stay.
   */
  endConnections(): Promise<void>;
  /** Drops the database, ending its open connections. */
  drop(): Promise<void>;
};

const ENDING_MS = 60_000;

/** A fresh, migrated database, for one test file or one test: a clone of the template. */
export const createTestDatabase = (): Promise<TestDatabase> => create(TEMPLATE);

/** A database without any schema. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create("template0");

async function create(template: string): Promise<TestDatabase> {
  const adminUrl = inject("adminUrl");
  const url = await createDatabase(adminUrl, template);
  return {
    url,
    allowConnections: (allowed) => administer(adminUrl, `ALTER DATABASE ${nameOf(url)} ALLOW_CONNECTIONS ${allowed}`),
    endConnections: () =>
      administer(
        adminUrl,
        `SELECT pg_terminate_backend(pid, ${ENDING_MS}) FROM pg_stat_activity WHERE datname = '${nameOf(url)}'`,
      ),
    drop: () => dropDatabase(adminUrl, url),
  };
}
