import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { WORK_CHANNEL } from "#lib/platform/server/db/listen.ts";
import { deliver, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { runWorker, type WorkerOptions } from "./worker.ts";

let created: TestDatabase;
let database: Database;
let items = 0;
const running: { stop: AbortController; ended: Promise<void> }[] = [];

beforeEach(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
  items = 0;
});

afterEach(async () => {
  for (const worker of running) worker.stop.abort();
  await Promise.all(running.splice(0).map((worker) => worker.ended));
  await database.close();
  await created.drop();
});

/** Starts a worker and waits until it is ready. Its reported problems go into `problems`. */
async function startWorker(tasks: PeriodicTask[] = [], more: Partial<WorkerOptions> = {}) {
  const stop = new AbortController();
  const own = openDatabase(created.url, { name: "worker under test" });
  const ready = Promise.withResolvers<void>();
  const problems: string[] = [];
  const ended = runWorker({
    database: own,
    databaseUrl: created.url,
    tasks,
    signal: stop.signal,
    onReady: ready.resolve,
    onProblem: (during) => problems.push(during),
    ...more,
  }).then(() => own.close());
  running.push({ stop, ended });
  await ready.promise;
  return { stop, ended, problems };
}

async function arrive(): Promise<void> {
  items += 1;
  await storeArrivals(database.pool, [
    deliver("verification_item.v2.completed", { verification_id: "ver_1", item_id: items, completed_at: secondsIn(1) }),
  ]);
  await database.pool.query(`NOTIFY ${WORK_CHANNEL}`);
}

const pending = async () =>
  (await database.pool.query("SELECT count(*) AS count FROM inbox WHERE state = 'pending'")).rows[0].count;
const drained = () => vi.waitFor(async () => expect(await pending()).toBe(0), { timeout: 60_000 });

const applied = () =>
  vi.waitFor(
    async () => {
      const { rows } = await database.pool.query("SELECT state FROM inbox");
      expect(rows).toEqual([{ state: "applied" }]);
    },
    { timeout: 60_000 },
  );

describe("runWorker", () => {
  it("applies waiting and new deliveries, beside another worker", async () => {
    await arrive();
    await Promise.all([startWorker(), startWorker()]);
    await drained();
    await arrive();
    await arrive();
    await drained();
    const { rows } = await database.pool.query("SELECT items_total FROM verification_summaries");
    expect(rows).toEqual([{ items_total: items }]);
  });

  it("finds deliveries without an announcement", async () => {
    await startWorker();
    await drained();
    await storeArrivals(database.pool, [deliver("verification.v2.finished", { verification_id: "ver_2" })]);
    await drained();
  });

  it("continues after losing every connection", async () => {
    const { problems } = await startWorker();
    await drained();
    await created.endConnections();
    await vi.waitFor(() => expect(problems).toContain("listen"), { timeout: 60_000 });
    await arrive();
    await drained();
  });

  it("retries the deliveries that an older contract did not understand", async () => {
    await arrive();
    await database.pool.query("UPDATE inbox SET state = 'unrecognized', contract_version = 0");
    await startWorker();
    await applied();
  });

  it("retries also deliveries that an older receiver stores as unrecognized later", async () => {
    await startWorker([], { retryMs: 20 });
    await arrive();
    await applied();
    await database.pool.query("UPDATE inbox SET state = 'unrecognized', contract_version = 0");
    await applied();
  });

  it("runs its tasks repeatedly even if one of them fails or hangs, and stops each", async () => {
    const runs = { broken: 0, steady: 0 };
    const aborted: boolean[] = [];
    const { stop, ended, problems } = await startWorker([
      {
        name: "broken",
        everyMs: 1,
        run: async () => {
          runs.broken += 1;
          throw new Error("broken");
        },
      },
      {
        name: "steady",
        everyMs: 1,
        run: async () => {
          runs.steady += 1;
        },
      },
      {
        name: "long",
        everyMs: 1,
        run: (signal) =>
          new Promise<void>((resolve) =>
            signal.addEventListener("abort", () => {
              aborted.push(signal.aborted);
              resolve();
            }),
          ),
      },
    ]);
    await vi.waitFor(() => expect(Math.min(runs.broken, runs.steady)).toBeGreaterThan(2), { timeout: 60_000 });
    stop.abort();
    await ended;
    expect(problems).toContain("broken");
    expect(aborted).toEqual([true]);
  });
});
