import { afterAll } from "vitest";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { createTestDatabase } from "./database.ts";

/** A fresh, migrated database that a test file has to itself, open from its first line until after its last test. */
export async function ownDatabase(): Promise<Database> {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { name: "test" });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return database;
}
