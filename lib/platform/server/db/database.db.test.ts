import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { type Database, inTransaction, openDatabase } from "./database.ts";

let created: TestDatabase;
let database: Database;

beforeEach(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
});

afterEach(async () => {
  await database.close();
  await created.drop();
});

it("fails a transaction whose connection is lost between two statements, and the pool goes on", async () => {
  const failed = inTransaction(database.pool, async (client) => {
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    const lost = new Promise<void>((resolve) => client.once("end", resolve));
    await database.pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    await lost;
    await client.query("SELECT 1");
  });
  await expect(failed).rejects.toThrow(/not queryable|terminated|closed/);
  const { rows } = await database.pool.query("SELECT 1 AS one");
  expect(rows).toEqual([{ one: 1 }]);
});

it("keeps all of a transaction or nothing", async () => {
  await expect(
    inTransaction(database.pool, async (client) => {
      await client.query("INSERT INTO heartbeats (process, instance) VALUES ('worker', 'one')");
      throw new Error("changed its mind");
    }),
  ).rejects.toThrow("changed its mind");
  await inTransaction(database.pool, (client) =>
    client.query("INSERT INTO heartbeats (process, instance) VALUES ('worker', 'two')"),
  );
  const { rows } = await database.pool.query("SELECT instance FROM heartbeats");
  expect(rows).toEqual([{ instance: "two" }]);
});

it("reads times with their microseconds and ids as numbers", async () => {
  const { rows } = await database.pool.query(
    "SELECT '2026-11-20T10:00:00.000001+02:00'::timestamptz AS at, 9007199254740991::bigint AS id",
  );
  expect(rows).toEqual([{ at: "2026-11-20T08:00:00.000001Z", id: Number.MAX_SAFE_INTEGER }]);
});

it("without limits on statements, the server's own limits do not apply either", async () => {
  const created = await createTestDatabase();
  const plain = openDatabase(created.url, { name: "test", max: 1 });
  const name = new URL(created.url.replace("postgres:///", "postgres://socket/")).pathname.slice(1);
  await plain.pool.query(`ALTER DATABASE "${name}" SET statement_timeout = '5s'`);
  await plain.close();
  const withoutTimeLimits = openDatabase(created.url, { name: "test", withoutTimeLimits: true });
  const { rows } = await withoutTimeLimits.pool.query("SHOW statement_timeout");
  expect(rows).toEqual([{ statement_timeout: "0" }]);
  await withoutTimeLimits.close();
  await created.drop();
});
