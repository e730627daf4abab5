import { inject } from "vitest";
import { TEMPLATE } from "./postgres.ts";
import { createDatabase, dropDatabase } from "./postgres-server.ts";

export type TestDatabase = {
  /** Connection string of a database that nobody else uses. */
  url: string;
  /** Drops it, ending connections that are still open. */
  drop(): Promise<void>;
};

/** A fresh, migrated database, for one test file or one test: a clone of the template. */
export const createTestDatabase = (): Promise<TestDatabase> => create(TEMPLATE);

/** One without any schema. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create("template0");

async function create(template: string): Promise<TestDatabase> {
  const adminUrl = inject("adminUrl");
  const url = await createDatabase(adminUrl, template);
  return { url, drop: () => dropDatabase(adminUrl, url) };
}
