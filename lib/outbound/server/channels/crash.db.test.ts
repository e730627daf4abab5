/** @module-tag crash-models */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { addChannel, queueTests } from "./testing/channel-rows.ts";
import { type HttpTarget, startTarget } from "./testing/http-target.ts";

const SECRET = "the master secret of this installation";
const MESSAGES = 12;

let created: TestDatabase;
let database: Database;
let target: HttpTarget;
let worker: ChildProcess | undefined;

beforeEach(async () => {
  vi.stubEnv("COTEJO_SECRET", SECRET);
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "crash test" });
  target = await startTarget();
});
afterEach(async () => {
  worker?.kill("SIGKILL");
  await target.close();
  await database.close();
  await created.drop();
  vi.unstubAllEnvs();
});

/** A real worker, with only the variables that it needs. */
function startWorker(): ChildProcess {
  return fork(new URL("../../../worker/main.ts", import.meta.url), [], {
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH ?? "",
      LOG_LEVEL: "silent",
      DATABASE_URL: created.url,
      SVC_BASE_URL: "http://127.0.0.1:1",
      COTEJO_SECRET: SECRET,
      CHANNELS_ALLOW_PRIVATE: "true",
    },
    stdio: "ignore",
  });
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

const unfinished = async (): Promise<number> =>
  (await database.pool.query("SELECT FROM outgoing WHERE state <> 'sent'")).rowCount ?? 0;

/** Kills the worker and starts another one, for which the leases of the first have ended. */
async function replaceWorker(): Promise<void> {
  await kill(worker as ChildProcess);
  // A statement that the killed worker has sent may still be committed, with a new lease.
  const connections =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'cotejo worker%'";
  await expect.poll(async () => (await database.pool.query(connections)).rowCount).toBe(0);
  await database.pool.query("UPDATE outgoing SET next_attempt_at = now() WHERE state = 'pending'");
  worker = startWorker();
}

it("a worker killed between an attempt and its result repeats one message at most, and none is lost", async () => {
  const [chat, other] = [
    await addChannel(database, { kind: "chat", url: `${target.url}/a` }),
    await addChannel(database, { kind: "chat", url: `${target.url}/b` }),
  ];
  for (const channel of [chat, other]) {
    await queueTests(database, channel, MESSAGES);
  }
  let deaths = 0;
  // The worker dies after the message has arrived and before its answer: the fourth time, the ninth, and the fifteenth.
  target.answerWith((_received, response) => {
    if (![4, 9, 15].includes(target.received.length)) return response.end("ok");
    deaths += 1;
    void replaceWorker();
  });
  worker = startWorker();
  await expect.poll(unfinished, { timeout: 240_000 }).toBe(0);
  expect(deaths).toBe(3);
  expect(target.received.length).toBeGreaterThanOrEqual(2 * MESSAGES);
  expect(target.received.length).toBeLessThanOrEqual(2 * MESSAGES + deaths);
  const sent = await database.pool.query("SELECT sum(attempts)::int AS attempts, count(*)::int AS count FROM outgoing");
  expect(sent.rows).toEqual([{ attempts: 2 * MESSAGES + deaths, count: 2 * MESSAGES }]);
});

it("a worker killed while it sends to a webhook loses nothing, and repeated messages have the same id", async () => {
  const channel = await addChannel(database, { kind: "webhook", url: target.url });
  await queueTests(database, channel, 40);
  let died = false;
  target.answerWith((_received, response) => {
    if (target.received.length < 20 || died) return response.end("ok");
    died = true;
    void replaceWorker();
  });
  worker = startWorker();
  await expect.poll(unfinished, { timeout: 240_000 }).toBe(0);
  const ids = target.received.map(({ body }) => JSON.parse(body).event_id);
  expect(new Set(ids).size).toBe(40);
});
