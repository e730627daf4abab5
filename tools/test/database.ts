import type { Client } from "pg";
import { afterAll, inject } from "vitest";
import { connect } from "#lib/platform/server/db/session.ts";
import { SERVICE_TEMPLATE, TEMPLATE } from "./postgres.ts";
import { createDatabase, nameOf } from "./postgres-server.ts";

export type TestDatabase = Awaited<ReturnType<typeof create>>;

const ENDING_MS = 60_000;

/** A fresh, migrated database, for one test file or one test: a clone of the template. */
export const createTestDatabase = () => create(TEMPLATE);

/** The migrated database of an embedded service. */
export const createServiceDatabase = () => create(SERVICE_TEMPLATE);

/** A database without any schema. */
export const createEmptyDatabase = () => create("template0");

/** Test files share no connection, and each file opens a single one: a connection costs the server more than most statements. */
let connected: Promise<Client> | undefined;

async function administer(adminUrl: string, statement: string): Promise<void> {
  connected ??= connect(adminUrl, "test databases");
  await (await connected).query(statement);
}

afterAll(async () => (await connected)?.end());

async function create(template: string) {
  const adminUrl = inject("adminUrl");
  const url = await createDatabase(adminUrl, template, administer);
  const alter = (change: string) => administer(adminUrl, `ALTER DATABASE ${nameOf(url)} ${change}`);
  return {
    /** Connection string of a database of its own. */
    url,
    /** Changes it for later connections, from a connection to another database. */
    alter,
    /** Refuses connections to it, or allows them again. */
    allowConnections: (allowed: boolean) => alter(`ALLOW_CONNECTIONS ${allowed}`),
    /**
     * Ends its connections, and waits until they are gone, so that no query gets an ending one. Connections to other
     * databases of the server, which other test files use, stay.
     */
    endConnections: () =>
      administer(
        adminUrl,
        `SELECT pg_terminate_backend(pid, ${ENDING_MS}) FROM pg_stat_activity WHERE datname = '${nameOf(url)}'`,
      ),
    /** Drops the database, ending its open connections. */
    drop: () => administer(adminUrl, `DROP DATABASE IF EXISTS ${nameOf(url)} WITH (FORCE)`),
  };
}
