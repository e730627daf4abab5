import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MIGRATIONS as SANDBOX } from "#lib/sandbox/store/database.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { type Database, openDatabase } from "./database.ts";
import {
  checkSchema,
  DASHBOARD_MIGRATIONS,
  MigrationError,
  migrate,
  readMigration,
  readMigrations,
} from "./migrate.ts";

let created: TestDatabase;
let database: Database;

async function begin(create: () => Promise<TestDatabase>): Promise<void> {
  created = await create();
  database = openDatabase(created.url, { name: "test" });
}

async function end(): Promise<void> {
  await database.close();
  await created.drop();
}

// A clone of a migrated database: to migrate an empty one takes ten times as long.
beforeEach(() => begin(createTestDatabase));
afterEach(end);

async function beginEmpty(): Promise<void> {
  await end();
  await begin(createEmptyDatabase);
}

const tables = async () =>
  (
    await database.pool.query(
      "SELECT table_schema || '.' || table_name AS name FROM information_schema.tables WHERE table_schema IN ('public', 'sandbox', 'drizzle') ORDER BY 1",
    )
  ).rows.map(({ name }) => name);

/** The dashboard's migrations, and further ones. */
function newer(files: Record<string, string>) {
  const folder = temporaryFolder("cotejo-migrations-");
  cpSync(join(import.meta.dirname, "migrations"), folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.sql`), text);
  return { schema: "public", folder };
}

const more = (statements: string, kind = "expands") => newer({ "0999_more": `-- ${kind}: more\n${statements}` });

it("migrates the dashboard and the sandbox side by side, each file by one of many that start at once, and again", async () => {
  await beginEmpty();
  const all = await Promise.all([1, 2, 3].flatMap(() => [migrate(created.url), migrate(created.url, SANDBOX)]));
  const names = readMigrations(DASHBOARD_MIGRATIONS).map(({ name }) => name);
  expect(all.flat().toSorted()).toEqual(["0001_baseline", ...names].toSorted());
  expect(await migrate(created.url)).toEqual([]);
  expect(await tables()).toEqual(expect.arrayContaining(["public.inbox", "public.backups", "sandbox.delivery"]));
});

it("applies new files, each wholly or not at all", async () => {
  const before = await tables();
  await expect(migrate(created.url, more("CREATE TABLE more (); SELECT 1 / 0;"))).rejects.toThrow("division by zero");
  expect(await tables()).toEqual(before);
  const two = newer({
    "0998_whole": "-- expands: a table\nCREATE TABLE whole ();",
    "0999_more": "-- expands: more\nCREATE TABLE more (); SELECT 1 / 0;",
  });
  await expect(migrate(created.url, two)).rejects.toThrow("division by zero");
  expect(await tables()).toEqual([...before, "public.whole"].toSorted());
});

it("applies a file without a transaction statement by statement, and again after a failure, while others wait", async () => {
  const statements = (last: string) => `-- no transaction, expands: an index
-- An index that was left invalid goes first.
DROP INDEX CONCURRENTLY IF EXISTS more_index;
CREATE INDEX CONCURRENTLY more_index ON notes (text);
${last};
`;
  const broken = newer({ "0999_more": statements("SELECT 1 / 0") });
  await expect(migrate(created.url, broken)).rejects.toThrow("division by zero");
  const whole = newer({ "0999_more": statements("SELECT 1") });
  const all = await Promise.all([1, 2, 3].map(() => migrate(created.url, whole)));
  expect(all.flat()).toEqual(["0999_more"]);
  const { rows } = await database.pool.query(
    "SELECT indisvalid FROM pg_index WHERE indexrelid = 'more_index'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

it("retries when a table stays locked, and lets others through meanwhile", async () => {
  const writer = await database.pool.connect();
  await writer.query("BEGIN; LOCK TABLE notes IN ROW EXCLUSIVE MODE");
  const migrating = migrate(created.url, more("ALTER TABLE notes ADD COLUMN more text;"));
  const waiting = () =>
    database.pool.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '-- expands%'");
  await vi.waitFor(async () => expect((await waiting()).rowCount).toBe(1), { timeout: 60_000 });
  await vi.waitFor(async () => expect((await waiting()).rowCount).toBe(0), { timeout: 60_000 });
  // The migration's wait for the lock is over, so this reader does not wait behind it.
  await database.pool.query("SELECT FROM notes");
  await writer.query("COMMIT");
  writer.release();
  expect(await migrating).toEqual(["0999_more"]);
});

describe("a database of another version", () => {
  it("is served if it is newer and only expanded, and left alone if it contracted", async () => {
    await migrate(created.url, more("CREATE TABLE more ();"));
    expect(await migrate(created.url)).toEqual([]);
    await expect(checkSchema(database.pool)).resolves.toBeUndefined();
    await migrate(
      created.url,
      newer({
        "0999_more": "-- expands: more\nCREATE TABLE more ();",
        "1000_less": "-- contracts: less\nDROP TABLE more;",
      }),
    );
    const refused = /newer version .* \(it has 1000_less\).*start that version/;
    await expect(migrate(created.url)).rejects.toThrow(refused);
    await expect(checkSchema(database.pool)).rejects.toThrow(refused);
  });

  it("is named in one line to processes that do not migrate if it is older, or without a schema", async () => {
    await beginEmpty();
    await expect(checkSchema(database.pool)).rejects.toThrow(/no schema of Cotejo: run npm run migrate/);
    await migrate(created.url);
    await expect(checkSchema(database.pool)).resolves.toBeUndefined();
    await expect(checkSchema(database.pool, more("SELECT 1;"))).rejects.toThrow(/lacks 0999_more.*npm run migrate/);
  });

  it("is left alone if it is unreleased, and the message does not advise to start anew", async () => {
    await migrate(created.url, more("CREATE TABLE more ();"));
    const before = await tables();
    const refused = async (migrations: Parameters<typeof migrate>[1]) => {
      const error = await migrate(created.url, migrations).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(MigrationError);
      expect(error.message).toMatch(/unreleased version.*nothing in it was changed: keep it/);
      expect(error.message).not.toMatch(/\n|empty/);
    };
    await refused(more("CREATE TABLE more (); CREATE TABLE others ();"));
    await database.pool.query("ALTER TABLE schema_migrations DROP COLUMN digest");
    await refused(more("CREATE TABLE more ();"));
    await database.pool.query("CREATE SCHEMA drizzle; CREATE TABLE drizzle.__drizzle_migrations (id int)");
    await refused(undefined);
    await database.pool.query(
      "DROP SCHEMA drizzle CASCADE; CREATE SCHEMA sandbox; CREATE TABLE sandbox.migration (version int)",
    );
    await refused(SANDBOX);
    expect(await tables()).toEqual([...before, "sandbox.migration"].toSorted());
  });
});

it("every file states whether it expands or contracts", () => {
  const [baseline, ...others] = readMigrations(DASHBOARD_MIGRATIONS);
  expect(baseline?.name).toBe("0001_baseline");
  expect(others.length).toBeGreaterThan(0);
  expect(() => readMigration("0999_more", "-- A table.\nCREATE TABLE more ();")).toThrow(
    "whether it expands or contracts",
  );
});
