import { expect, it } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { readRegistry } from "#lib/platform/server/base/metrics.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import { deliver, storeArrivals } from "#tools/test/arrivals.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { measureDatabase } from "./metrics.ts";

const valuesOf = async (name: string) => {
  const metric = (await (await readRegistry()).getMetricsAsJSON()).find((one) => one.name === name);
  return metric?.values.map(({ labels, value }) => ({ ...labels, value }));
};

it("the inbox, applied rows, open reviews and connections are measured, and unknown without the database", async () => {
  const created = await createTestDatabase();
  const database = openDatabase(created.url, { name: "test" });
  measureDatabase(database);
  await storeArrivals(database.pool, [
    deliver("verification.v2.created", { verification_id: "ver_1" }),
    deliver("verification.v2.created", { verification_id: "ver_2" }),
  ]);
  await database.pool.query("UPDATE inbox SET received_at = now() - interval '1 minute'");
  expect(await valuesOf("cotejo_database_up")).toEqual([{ value: 1 }]);
  expect(await valuesOf("cotejo_inbox_pending")).toEqual([{ value: 2 }]);
  const [{ value: seconds = 0 } = {}] = (await valuesOf("cotejo_inbox_oldest_pending_seconds")) ?? [];
  expect(seconds).toBeGreaterThanOrEqual(60);
  await drainInbox(database);
  expect(await valuesOf("cotejo_inbox_pending")).toEqual([{ value: 0 }]);
  expect(await valuesOf("cotejo_inbox_oldest_pending_seconds")).toEqual([{ value: 0 }]);
  expect(await valuesOf("cotejo_applied_total")).toEqual([{ value: 2 }]);
  expect(await valuesOf("cotejo_reviews_open")).toContainEqual({ lane: "unassigned", value: 0 });
  expect(await valuesOf("cotejo_db_server_connections")).toContainEqual({ state: "used", value: expect.any(Number) });
  const held = await database.pool.connect();
  expect(await valuesOf("cotejo_db_connections")).toContainEqual({ state: "active", value: 1 });
  held.release();
  await database.close();
  await created.drop();
  expect(await valuesOf("cotejo_database_up")).toEqual([{ value: 0 }]);
  expect(await valuesOf("cotejo_inbox_pending")).toEqual([{ value: Number.NaN }]);
  expect(await valuesOf("cotejo_reviews_open")).toEqual([]);
});
