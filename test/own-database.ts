import { afterAll } from "vitest";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { createTestDatabase } from "./database.ts";

/**
 * A fresh, migrated database that a test file has to itself, open from its first line until after its last test.
 * `unhurried`: without the product's limits on a statement, for a test that writes very much.
 */
export async function ownDatabase(options: { unhurried?: boolean } = {}): Promise<Database> {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { name: "test", ...options });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return database;
}
