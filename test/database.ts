import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export type TestDatabase = {
  /** Connection string of a database that nobody else uses. */
  url: string;
  /** Drops it, ending connections that are still open. */
  drop(): Promise<void>;
};

/** A fresh, migrated database, for one test file or one test: a clone of the template. */
export const createTestDatabase = (): Promise<TestDatabase> => create("template_cotejo");

/** One without any schema. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create("template0");

async function create(template: string): Promise<TestDatabase> {
  const templateUrl = inject("templateUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(templateUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: templateUrl.replace("///template_cotejo?", `///${name}?`),
    drop: () => administer(templateUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function administer(templateUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: templateUrl.replace("///template_cotejo?", "///postgres?") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
