import { expect, it } from "vitest";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { deliver, drainBesideWorker, secondsIn, storeArrivals } from "./arrivals.ts";
import { ownDatabase } from "./own-database.ts";

const database = await ownDatabase();
const { pool } = database;

it("draining beside a worker waits for the rows that the worker holds", async () => {
  const event = { verification_id: "ver_1", item_id: 1, completed_at: secondsIn(1) };
  const ended: string[] = [];
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
});
