import { beforeAll, expect, it, vi } from "vitest";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { addNote, listNotes } from "#lib/desk/server/notes/notes.ts";
import { beginReviewsAt } from "#lib/desk/server/review/policy.ts";
import { finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { computeInsights } from "#lib/insights/server/compute/task.ts";
import { AUDIT_FILTER } from "#lib/platform/contract/audit/audit-filter.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { auditTable } from "#lib/records/server/audit/export.ts";
import { openPool } from "#lib/sandbox/store/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { storedInsights } from "#tools/test/fold-insights.ts";
import { administer, nameOf } from "#tools/test/postgres-server.ts";
import { type Database, inTransaction, openDatabase } from "./database.ts";
import { connect } from "./session.ts";

const ANA = { id: "00000000-0000-4000-8000-00000000000a", role: "compliance" } as const;
const FILES = ["ver_1", "ver_2", "ver_3"];

/** Settings that would change the results of the work below. */
const CHANGING = {
  DateStyle: "SQL, DMY",
  IntervalStyle: "sql_standard",
  TimeZone: "Asia/Kolkata",
  bytea_output: "escape",
  extra_float_digits: "-10",
  array_nulls: "off",
  transform_null_equals: "on",
  standard_conforming_strings: "off",
  quote_all_identifiers: "on",
  default_transaction_isolation: "serializable",
};

const HOSTILE = {
  ...CHANGING,
  gin_fuzzy_search_limit: "1",
  default_transaction_deferrable: "on",
  synchronous_commit: "off",
  statement_timeout: "3s",
  lock_timeout: "3s",
  idle_in_transaction_session_timeout: "3s",
  idle_session_timeout: "3s",
  transaction_timeout: "3s",
};

beforeAll(() => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
});

/** Generated values have a place instead of their value. */
const withoutGenerated = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one) =>
      key === "note_id" || (typeof one === "string" && one > "2026-11-21T" && /^\d{4}-.*Z$/.test(one)) ? "…" : one,
    ),
  );

/** Receives files, writes notes at the same time, and reads lists, exports and insights, as the processes do. */
async function work(database: Database): Promise<unknown> {
  const { pool } = database;
  await pool.query("INSERT INTO users (id, email, name, role, password_hash) VALUES ($1, 'ana@a.mx', 'Ana', $2, '')", [
    ANA.id,
    ANA.role,
  ]);
  await beginReviewsAt("2026-01-01T00:00:00.000000Z", database);
  const { receive } = reviewDesk(database);
  await receive(...FILES.flatMap((id) => finishedFile(id, [finding("low", "acta"), finding("high")])));
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      addNote({ verification_id: "ver_1", kind: "general", text: `Nota ${index}` }, ANA, database),
    ),
  );
  await inTransaction(pool, (tx) =>
    writeAudit(tx, { action: "installation.restored", ids: {}, actor: SYSTEM_ACTOR, after: { at: "…" } }),
  );
  const computed = await computeInsights(database);
  const table: unknown[] = [];
  const { pages } = auditTable({ filter: AUDIT_FILTER.empty, reader: "admin" }, database);
  for await (const page of pages) {
    table.push(...page);
  }
  const values = await pool.query(
    `SELECT '2026-02-03T10:00:00.000001Z'::timestamptz AS at, '\\d' AS literal, '2026-02-03'::timestamptz::text AS day,
       interval '1 day -00:00:01'::text AS interval, '\\xff00'::bytea::text AS bytes, 0.1::float8 + 0.2 AS sum,
       $1::text[] AS list, 1 = NULL AS none, 'users'::regclass::text AS name`,
    [["one", null]],
  );
  const insights = await Promise.all(FILES.map((id) => storedInsights(pool, id)));
  const list = await listVerifications({ filter: VERIFICATION_FILTER.empty }, database);
  const notes = (await listNotes("ver_1", ANA, database)).toSorted((a, b) => a.text.localeCompare(b.text));
  return withoutGenerated({ computed, table, values: values.rows, insights, list, notes });
}

async function workOn(prepare: (name: string) => string[], at = (url: string) => url): Promise<unknown> {
  const created = await createTestDatabase();
  const statements = prepare(nameOf(created.url));
  if (statements.length > 0) await administer(created.url, statements.join("; "));
  // Enough for notes at the same time: the file does this work twelve times, and a connection costs more than most of it.
  const database = openDatabase(at(created.url), { name: "test", max: 3 });
  try {
    return await work(database);
  } finally {
    await database.close();
    await created.drop();
  }
}

let usual: unknown;
beforeAll(async () => {
  usual = await workOn(() => []);
});

it("all of it has times", () => {
  expect(JSON.stringify(usual)).toContain('"2026-02-03T10:00:00.000001Z"');
  expect(usual).toMatchObject({ computed: 3, list: { items: [{}, {}, {}] } });
});

it.each(Object.entries(CHANGING))("a database with %s = %s changes nothing", async (name, value) => {
  expect(await workOn((database) => [`ALTER DATABASE ${database} SET ${name} = '${value}'`])).toEqual(usual);
});

it("a role with every such setting at once changes nothing", async () => {
  const prepare = (database: string) => [
    `CREATE ROLE of_${database} LOGIN SUPERUSER`,
    ...Object.entries(HOSTILE).map(([name, value]) => `ALTER ROLE of_${database} SET ${name} = '${value}'`),
  ];
  let role = "";
  const at = (url: string) => {
    role = `of_${nameOf(url)}`;
    return url.replace("user=cotejo", `user=${role}`);
  };
  expect(await workOn(prepare, at)).toEqual(usual);
  const rest = await createTestDatabase();
  await administer(rest.url, `DROP ROLE ${role}`);
  await rest.drop();
});

it("every connection has the settings: of pools, of the sandbox, and of commands", async () => {
  const created = await createTestDatabase();
  const plain = await connect(created.url, "plain");
  const names = Object.keys(HOSTILE);
  const READ = "SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name";
  const expected = Object.fromEntries(
    (await plain.query<{ name: string; setting: string }>(READ, [names])).rows.map((row) => [row.name, row.setting]),
  );
  expect(expected).toMatchObject({ DateStyle: "ISO, MDY", TimeZone: "UTC", lock_timeout: "0" });
  const name = nameOf(created.url);
  await plain.query(
    Object.entries(HOSTILE)
      .map(([setting, value]) => `ALTER DATABASE ${name} SET ${setting} = '${value}'`)
      .join("; "),
  );
  await plain.end();
  const read = async (connection: { query: typeof plain.query }) =>
    Object.fromEntries(
      (await connection.query<{ name: string; setting: string }>(READ, [names])).rows.map((row) => [
        row.name,
        row.setting,
      ]),
    );
  const command = await connect(created.url, "command");
  const unlimited = openDatabase(created.url, { name: "test", withoutTimeLimits: true });
  const pool = openDatabase(`${created.url}&lock_timeout=7000`, { name: "test" });
  const sandbox = openPool(created.url, () => undefined);
  expect(await read(command)).toEqual(expected);
  expect(await read(unlimited.pool)).toEqual(expected);
  expect(await read(sandbox)).toEqual(expected);
  const limits = { statement_timeout: "9000", idle_in_transaction_session_timeout: "10000", lock_timeout: "7000" };
  expect(await read(pool.pool)).toEqual({ ...expected, ...limits });
  await Promise.all([command.end(), unlimited.close(), pool.close(), sandbox.end()]);
  await created.drop();
});

it("a stronger synchronous_commit than ours stays", async () => {
  const created = await createTestDatabase();
  await administer(created.url, `ALTER DATABASE ${nameOf(created.url)} SET synchronous_commit = 'remote_apply'`);
  const client = await connect(created.url, "test");
  expect((await client.query("SHOW synchronous_commit")).rows).toEqual([{ synchronous_commit: "remote_apply" }]);
  await client.end();
  await created.drop();
});

it("a time that cannot be read is an error, never null", async () => {
  const created = await createTestDatabase();
  await using database = openDatabase(created.url, { name: "test" });
  const read = (text: string) => database.pool.query(`SET DateStyle = 'German'; ${text}`);
  await expect(read("SELECT now() AS at")).rejects.toThrow(/^unreadable time of the database: \d+\.\d+\.\d+ /);
  await expect(database.pool.query("SELECT '10000-01-01'::timestamptz AS at")).rejects.toThrow("unreadable time");
  const { rows } = await database.pool.query("SELECT 'infinity'::timestamptz AS at, NULL::timestamptz AS none");
  expect(rows).toEqual([{ at: null, none: null }]);
});
