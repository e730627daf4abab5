import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { getSystemStatus } from "./status.ts";

let created: TestDatabase;
let database: Database;

beforeAll(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
});

afterAll(async () => {
  await database.close();
  await created.drop();
});

beforeEach(() => database.pool.query("TRUNCATE verification_reads, receivers, heartbeats"));

/** The outcome of the last read of a verification, so many seconds ago; without a code it succeeded. */
const read = (id: string, secondsAgo: number, code: string | null = null) =>
  database.pool.query(
    `INSERT INTO verification_reads (verification_id, subject, succeeded_at, failed_at, error_code)
     SELECT $1, 'verification', CASE WHEN $3::text IS NULL THEN at END, CASE WHEN $3::text IS NOT NULL THEN at END, $3
     FROM (SELECT now() - make_interval(secs => $2) AS at) AS moment`,
    [id, secondsAgo, code],
  );

describe("the state of the service", () => {
  it("is that of the newest call, with its code, whatever else was read", async () => {
    await read("ver_1", 60);
    await read("ver_2", 20, "SERVICE_UNREACHABLE");
    await read("ver_3", 10, "SERVICE_UNAUTHORIZED");
    const { service } = await getSystemStatus(database);
    expect(service).toMatchObject({ state: "unauthorized", code: "SERVICE_UNAUTHORIZED" });
  });

  it("is ok again after a call that succeeded, and unknown before the first", async () => {
    expect((await getSystemStatus(database)).service.state).toBe("unknown");
    await read("ver_1", 20, "SERVICE_UNREACHABLE");
    await read("ver_2", 10);
    expect((await getSystemStatus(database)).service).toMatchObject({ state: "ok", code: null });
  });
});

describe("the state of the receiver", () => {
  it.each([[["webhook_1", "webhook_2"]], [["webhook_2", "webhook_1"]]])(
    "is that of the newer of two webhooks, in whichever order they were stored: %j",
    async (order) => {
      const made: Record<string, string> = { webhook_1: "2026-11-20T10:00:00Z", webhook_2: "2026-11-20T11:00:00Z" };
      await database.pool.query("INSERT INTO heartbeats (process, instance) VALUES ('receiver', 'one')");
      for (const id of order) {
        await database.pool.query(
          "INSERT INTO receivers (id, state, url, created_at) VALUES ($1, 'connected', 'https://example.test', $2)",
          [id, made[id]],
        );
      }
      expect((await getSystemStatus(database)).receiver).toEqual({
        state: "connected",
        problems: [],
        since: "2026-11-20T11:00:00.000000Z",
      });
    },
  );
});
