/** @module-tag installation */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { processesIn, processIdentity, signal } from "#lib/launch/system/processes.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { binary, locateBinaries } from "./binaries.ts";
import { startPostgres } from "./postgres.ts";

let made: string;
beforeAll(async () => {
  made = temporaryFolder("cotejo-postgres-");
  const postgres = await startPostgres({ dataDir: made });
  await postgres.stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** The cluster of an earlier start: making one takes longer than the rest of most tests. */
const copyCluster = () => cpSync(join(made, "postgres"), join(folder, "postgres"), { recursive: true });

const fixture = (name: string) => join(import.meta.dirname, "..", "testing", `${name}.ts`);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder("cotejo-postgres-");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const socketOf = (url: string) => new URL(url).searchParams.get("host") ?? "";

test("keeps committed rows, also through kill -9 of the server and its backends", async () => {
  copyCluster();
  const first = await startPostgres({ dataDir: folder });
  await query(first.databaseUrl, "CREATE TABLE kept AS SELECT 42 AS answer");
  for (const pid of processesIn(join(folder, "postgres"))) signal(pid, "SIGKILL");
  await first.exited;
  const second = await startPostgres({ dataDir: folder });
  expect(await query(second.databaseUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  await second.stop();
  expect(processesIn(join(folder, "postgres"))).toEqual([]);
});

test("passes on its own log while it runs, to the last line, without statements", async () => {
  copyCluster();
  const lines: string[] = [];
  const postgres = await startPostgres({ dataDir: folder, onLine: (line) => lines.push(line) });
  await query(postgres.databaseUrl, "SELECT 'a secret'::integer").catch(() => undefined);
  await expect.poll(() => lines.join("\n")).toContain("LOG:  database system is ready to accept connections");
  await postgres.stop();
  await expect.poll(() => lines.join("\n")).toContain("LOG:  database system is shut down");
  expect(lines.join("\n")).not.toContain("secret");
});

test("a lock file with another process's id is no obstacle", async () => {
  copyCluster();
  mkdirSync(join(folder, "run"));
  // A lock with the id of the server's parent, which is this process, counts as stale.
  writeFileSync(join(folder, "postgres", "postmaster.pid"), `${process.ppid}\n${folder}/postgres\n`);
  writeFileSync(join(folder, "run", ".s.PGSQL.5432.lock"), `${process.ppid}\n${folder}/postgres\n`);
  const postgres = await startPostgres({ dataDir: folder });
  expect(await query(postgres.databaseUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test("a server whose launcher was killed is stopped before the next one", async () => {
  copyCluster();
  const holder: ChildProcess = fork(fixture("holder"), [folder, fixture("child"), "waits", "postgres"], {
    execArgv: [],
  });
  const pids = await new Promise<{ postgres: number }>((resolve) =>
    holder.once("message", (it) => resolve(it as never)),
  );
  // A stopped server does not notice the end of its launcher: the hardest leftover.
  signal(pids.postgres, "SIGSTOP");
  const gone = new Promise((resolve) => holder.once("exit", resolve));
  holder.kill("SIGKILL");
  await gone;
  expect(processIdentity(pids.postgres)).not.toBeNull();
  signal(pids.postgres, "SIGCONT");
  const next = await startPostgres({ dataDir: folder });
  expect(next.pid).not.toBe(pids.postgres);
  expect(processIdentity(pids.postgres)).toBeNull();
  await next.stop();
});

test("a half-made cluster is created again", async () => {
  mkdirSync(join(folder, "postgres.partial", "base"), { recursive: true });
  const postgres = await startPostgres({ dataDir: folder });
  expect(await query(postgres.databaseUrl, "SHOW server_version_num")).toMatchObject([
    { server_version_num: expect.stringMatching(/^18/) },
  ]);
  await postgres.stop();
});

test("a long path gets its socket in a short folder that only the owner can enter", async () => {
  const postgres = await startPostgres({ dataDir: join(folder, "x".repeat(100)) });
  const sockets = socketOf(postgres.databaseUrl);
  expect(sockets.length).toBeLessThan(90);
  expect(statSync(sockets).mode & 0o777).toBe(0o700);
  await postgres.stop();
  rmSync(sockets, { recursive: true });
});

const asNobody = { uid: 65534, gid: 65534, stdio: "ignore" } as const;
const fallbackCanBeTried =
  process.getuid?.() === 0 && spawnSync(binary(locateBinaries(), "postgres"), ["--version"], asNobody).status === 0;

test.runIf(fallbackCanBeTried)(
  "as root it runs as a system user where the kernel refuses a namespace, and back",
  async () => {
    copyCluster();
    const programs = join(folder, "bin");
    mkdirSync(programs);
    writeFileSync(join(programs, "unshare"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    chmodSync(folder, 0o711);
    vi.stubEnv("PATH", `${programs}:${process.env.PATH}`);
    const confined = await startPostgres({ dataDir: folder });
    vi.unstubAllEnvs();
    expect(statSync(join(folder, "postgres")).uid).toBeGreaterThan(0);
    await query(confined.databaseUrl, "CREATE TABLE kept AS SELECT 42 AS answer");
    await confined.stop();
    const root = await startPostgres({ dataDir: folder });
    expect(await query(root.databaseUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
    await root.stop();
  },
);

test("a stop during the start leaves no server", async () => {
  copyCluster();
  const stopping = new AbortController();
  stopping.abort();
  await expect(startPostgres({ dataDir: folder }, stopping.signal)).rejects.toThrow("PostgreSQL did not start");
  expect(processesIn(join(folder, "postgres"))).toEqual([]);
});

test("a cluster of another major version is left alone, with one line on how to upgrade", async () => {
  mkdirSync(join(folder, "postgres"));
  writeFileSync(join(folder, "postgres", "PG_VERSION"), "17\n");
  await expect(startPostgres({ dataDir: folder })).rejects.toThrow(
    /^DATA_DIR holds a PostgreSQL 17 database.*npm run backup.*restore it with this one into another DATA_DIR$/,
  );
});
