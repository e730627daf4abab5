/** @module-tag durability */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { processesIn, processIdentity } from "#lib/launch/system/processes.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { migrate } from "#lib/platform/server/db/migrate.ts";
import { type RunningReceiver, startReceiver } from "#lib/receiver/receiver.ts";
import { signingKey } from "#lib/receiver/signature.ts";
import { postHook, signatureHeader } from "./hooks.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/* The disk of the database is full: the kernel allows no further growth of its files, and reading still works. */

/** Files of the write-ahead log have this size from the start, and stay writable. */
const LIMIT = 16 * 1024 * 1024;
const SECRET = "whsec_1";

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let database: Database;
let receiver: RunningReceiver;
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder("cotejo-full-");
  postgres = await startPostgres({ dataDir: folder, settings: { fsync: "off", autovacuum: "off" } });
  await migrate(postgres.databaseUrl);
  database = openDatabase(postgres.databaseUrl, { name: "test" });
  const secrets = [{ id: "secret_1", key: signingKey(SECRET), acceptedUntil: Number.POSITIVE_INFINITY }];
  receiver = await startReceiver({
    database,
    loadReceivers: async () => [{ id: "rcv", awaitsSecret: false, unopened: false, secrets }],
    host: "127.0.0.1",
    port: 0,
    onProblem: () => undefined,
  });
});
afterEach(async () => {
  limitFiles("unlimited");
  await receiver.stop();
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Limits the files of the server and all its processes, including those of connections. The hard limit stays, so that the
 * limit can be raised again.
 */
function limitFiles(bytes: number | "unlimited"): void {
  const pids = processesIn(join(folder, "postgres"));
  if (!pids.includes(postgres.pid)) throw new Error("the server works in another folder");
  // The server first, since new processes inherit its limit; some processes end meanwhile.
  for (const pid of [postgres.pid, ...pids]) {
    const { status } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`], { stdio: "ignore" });
    if (status !== 0 && processIdentity(pid) !== null) throw new Error(`the limit of process ${pid} cannot be set`);
  }
}

const deliver = (id: number) => {
  const body = JSON.stringify({
    event_name: "verification.v2.created",
    data: { verification_id: `ver_${id}`, note: "x".repeat(1_500) },
  });
  return postHook(receiver.port, "rcv", body, signatureHeader(SECRET, body));
};
const readiness = async () => {
  const answer = await fetch(`http://127.0.0.1:${receiver.port}/health/ready`);
  return { status: answer.status, body: await answer.json() };
};

const WAIT = { timeout: 60_000 };
const canLimit = spawnSync("prlimit", ["--version"], { stdio: "ignore" }).status === 0;

it.runIf(canLimit)(
  "is answered by the receiver's readiness as soon as a delivery meets it, until there is room again",
  async () => {
    expect(await deliver(0)).toMatchObject({ status: 200 });
    expect(await readiness()).toEqual({ status: 200, body: { ready: true, missing: [] } });
    await database.pool.query(
      `INSERT INTO inbox (kind, state, body)
     SELECT 'snapshot', 'applied', convert_to(repeat(md5(number::text), 40), 'UTF8') FROM generate_series(1, 13000) AS number`,
    );
    await database.pool.query("CHECKPOINT");
    limitFiles(LIMIT);
    // The last page may have room for one or two rows.
    let id = 0;
    await vi.waitFor(async () => {
      id += 1;
      expect(await deliver(id)).toMatchObject({ status: 503 });
    }, WAIT);
    expect(await readiness()).toEqual({ status: 503, body: { ready: false, missing: ["database"] } });
    limitFiles("unlimited");
    await vi.waitFor(async () => expect((await readiness()).status).toBe(200), WAIT);
    expect(await deliver(id)).toMatchObject({ status: 200, body: { result: "stored" } });
  },
);
