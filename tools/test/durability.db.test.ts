import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { migrate } from "#lib/platform/server/db/migrate.ts";
import { connect, ownFolder } from "#tools/bench/database.ts";
import { Deliveries } from "#tools/drill/deliveries.ts";
import { ROOT } from "#tools/drill/releases.ts";
import { Version } from "#tools/drill/version.ts";
import { examples } from "./effort.ts";
import { startKillablePostgres } from "./killable-postgres.ts";
import { installReceiver } from "./real-processes.ts";

const VICTIMS = ["receiver", "worker", "postgres"] as const;
/** Each victim is killed equally often. */
const CASES = [
  { kills: VICTIMS.length, tags: [] },
  { kills: VICTIMS.length * examples(2), tags: ["durability"] },
];
/** A rate above the possible one: the next delivery leaves once the previous one was acknowledged. */
const PER_SECOND = 1_000;

for (const { kills, tags } of CASES)
  test(`each acknowledged delivery is stored once and applied, after ${kills} kills under load`, {
    tags,
  }, async () => {
    await using stack = new AsyncDisposableStack();
    const postgres = await startKillablePostgres({ dataDir: ownFolder(stack) }, stack);
    const { databaseUrl } = postgres;
    await migrate(databaseUrl);
    const installed = await installReceiver(databaseUrl);
    const version = await Version.on({ version: "this version", root: ROOT }, installed, stack);
    await Promise.all([version.start("receiver"), version.start("worker")]);
    let items = 0;
    const completed = () => {
      const item = { item_id: items, item_type: "csf_mx", completed_at: new Date().toISOString() };
      const data = { verification_id: `ver_${items % 50}`, ...item };
      items += 1;
      return [JSON.stringify({ event_name: "verification_item.v2.completed", data })];
    };
    const load = { port: version.receiverPort, perSecond: PER_SECOND, bodies: completed };
    const deliveries = new Deliveries(installed, load, stack);
    for (let round = 0; round < kills; round += 1) {
      await deliveries.progress(randomInt(20, 200));
      const victim = VICTIMS[round % VICTIMS.length] ?? "postgres";
      if (victim === "postgres") {
        await postgres.kill();
        continue;
      }
      // kill -9, then a new start, as the launcher does after a crash.
      await version.stop(victim, "SIGKILL");
      await version.start(victim);
    }
    await deliveries.progress(50);
    await deliveries.stop();
    expect(deliveries.faults).toEqual([]);

    const { pool } = connect(databaseUrl, 1, stack);
    const rows = async (text: string) => (await pool.query(text)).rows;
    const open = async () => (await rows("SELECT count(*)::int FROM inbox WHERE state = 'pending'"))[0].count;
    await expect.poll(open, { timeout: 240_000, interval: 100 }).toBe(0);
    const stored = await rows("SELECT signature, state, count(*)::int FROM inbox GROUP BY 1, 2 ORDER BY 1");
    const expected = [...deliveries.acknowledged].sort();
    expect(stored).toEqual(expected.map((signature) => ({ signature, state: "applied", count: 1 })));
    const facts = await rows("SELECT item_id::int, count(*)::int FROM item_changes GROUP BY 1 ORDER BY 1");
    expect(facts).toEqual(Array.from({ length: items }, (_, item_id) => ({ item_id, count: 1 })));
    expect(await rows("SHOW fsync")).toEqual([{ fsync: "on" }]);
    expect(await rows("SHOW full_page_writes")).toEqual([{ full_page_writes: "on" }]);
    expect(await rows("SHOW synchronous_commit")).toEqual([{ synchronous_commit: "on" }]);
  });
