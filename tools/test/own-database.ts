import { afterAll } from "vitest";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "./database.ts";

/**
 * A new, migrated database for one test file, open from its first line until after its last test. `withoutTimeLimits`: without
 * the product's limits on a statement, for a test with very many writes.
 */
export async function ownDatabase(options: { withoutTimeLimits?: boolean } = {}): Promise<Database> {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { name: "test", ...options });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return database;
}
