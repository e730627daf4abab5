import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { MIGRATIONS as SANDBOX } from "#lib/sandbox/store/database.ts";
import { createEmptyDatabase, type TestDatabase } from "#test/database.ts";
import { temporaryFolder } from "#test/temporary-folder.ts";
import { type Database, openDatabase } from "./database.ts";
import { MigrationError, migrate } from "./migrate.ts";

let created: TestDatabase;
let database: Database;

beforeEach(async () => {
  created = await createEmptyDatabase();
  database = openDatabase(created.url, { name: "test" });
});
afterEach(async () => {
  await database.close();
  await created.drop();
});

const tables = async () =>
  (
    await database.pool.query(
      "SELECT table_schema || '.' || table_name AS name FROM information_schema.tables WHERE table_schema IN ('public', 'sandbox', 'drizzle') ORDER BY 1",
    )
  ).rows.map(({ name }) => name);

/** The dashboard's migrations, and one more. */
function newer(statements: string) {
  const folder = temporaryFolder("cotejo-migrations-");
  cpSync(join(import.meta.dirname, "migrations"), folder, { recursive: true });
  writeFileSync(join(folder, "0999_more.sql"), statements);
  return { schema: "public", folder };
}

it("migrates the dashboard and the sandbox side by side, while others do so at once, and again", async () => {
  await Promise.all([1, 2, 3].flatMap(() => [migrate(created.url), migrate(created.url, SANDBOX)]));
  await migrate(created.url);
  expect(await tables()).toEqual(expect.arrayContaining(["public.inbox", "sandbox.delivery"]));
});

it("applies what is new, all of it or nothing", async () => {
  await migrate(created.url);
  const before = await tables();
  await expect(migrate(created.url, newer("CREATE TABLE more (); SELECT 1 / 0;"))).rejects.toThrow("division by zero");
  expect(await tables()).toEqual(before);
  await migrate(created.url, newer("CREATE TABLE more ();"));
  expect(await tables()).toEqual([...before, "public.more"].toSorted());
});

it("leaves the database of a newer version alone", async () => {
  await migrate(created.url, newer("CREATE TABLE more ();"));
  await expect(migrate(created.url)).rejects.toThrow(/newer version \(it has 0999_more\).*start that version/);
});

it("leaves the database alone whose schema has another content than this version's, or none that is known", async () => {
  await migrate(created.url, newer("CREATE TABLE more ();"));
  const before = await tables();
  const refused = (migrations: Parameters<typeof migrate>[1]) =>
    expect(migrate(created.url, migrations)).rejects.toThrow(/version before.*DATABASE_URL.*DATA_DIR/);
  await refused(newer("CREATE TABLE more (); CREATE TABLE others ();"));
  await database.pool.query("ALTER TABLE schema_migrations DROP COLUMN digest");
  await refused(newer("CREATE TABLE more ();"));
  expect(await tables()).toEqual(before);
});

it.each([
  ["CREATE SCHEMA drizzle; CREATE TABLE drizzle.__drizzle_migrations (id int);", undefined],
  ["CREATE SCHEMA sandbox; CREATE TABLE sandbox.migration (version int);", SANDBOX],
])("leaves the database of a version before 0.1.0 as it is, and says what to do", async (statements, migrations) => {
  await database.pool.query(statements);
  const before = await tables();
  const refused = await migrate(created.url, migrations).catch((error) => error);
  expect(refused).toBeInstanceOf(MigrationError);
  expect(refused.message).toMatch(/version before.*DATABASE_URL.*DATA_DIR/);
  expect(refused.message).not.toContain("\n");
  expect(await tables()).toEqual(before);
});
