import { expect, it } from "vitest";
import { inTransaction, openDatabase } from "#lib/server/db/database.ts";
import { deliver, drainBesideWorker, secondsIn, storeArrivals } from "./arrivals.ts";
import { createTestDatabase } from "./database.ts";

it("draining beside a worker waits for the rows that the worker holds", async () => {
  const created = await createTestDatabase();
  const database = openDatabase(created.url, { name: "test" });
  const { pool } = database;
  const event = { verification_id: "ver_1", item_id: 1, completed_at: secondsIn(1) };
  const ended: string[] = [];
  try {
    await storeArrivals(pool, [deliver("verification_item.v2.completed", event)]);
    const drained = await inTransaction(pool, async (worker) => {
      await worker.query("UPDATE inbox SET state = 'applied'");
      const draining = drainBesideWorker(database).then(() => ended.push("drain"));
      const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR SHARE'";
      await Promise.race([draining, expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1)]);
      ended.push("worker");
      return { draining };
    });
    await drained.draining;
    expect(ended).toEqual(["worker", "drain"]);
  } finally {
    await database.close();
    await created.drop();
  }
});
