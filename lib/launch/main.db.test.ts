/** @module-tag installation */
import { execFile, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { masterKey, sealSecret } from "#lib/core/server/vault/vault.ts";
import { readEnv } from "#lib/platform/server/base/env.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import { createEmptyDatabase, createTestDatabase } from "#tools/test/database.ts";
import { freePortsOfStart } from "#tools/test/free-ports.ts";
import { checkDatabase, checkSecret } from "./check-environment.ts";
import { embeddedRoles } from "./database-roles.ts";
import { openDataDir } from "./system/data-dir.ts";

const MAIN = join(import.meta.dirname, "main.ts");
const SECRET = "a-test-secret-of-at-least-32-characters";

const { PATH, NODE_COMPILE_CACHE } = process.env;

let folder: string;
let taken: Server;
let port: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-main-"));
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  port = String((taken.address() as { port: number }).port);
});
afterEach(async () => {
  await new Promise((resolve) => taken.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

type Account = { uid?: number; gid?: number };

/** Runs the launcher with settings that make it fail, and returns its output and its exit code. */
function launch(
  env: Record<string, string>,
  as: Account = {},
  args: string[] = [],
): Promise<{ code: number; said: string }> {
  const all = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, PORT: "1", RECEIVER_PORT: "2", SANDBOX_PORT: "3", ...env };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...args],
      { ...as, env: { NODE_ENV: "production", ...all } },
      (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr });
      },
    );
  });
}

test("a bad variable is one line and exit 1", async () => {
  const { code, said } = await launch({ PORT: "70000" });
  expect(said).toMatch(/^cotejo: PORT: .+\n$/);
  expect(code).toBe(1);
});

test("a busy port is one line that names it and its variable", async () => {
  const { code, said } = await launch({ PORT: port });
  expect(said).toBe(`cotejo: PORT: ${port} is in use by another program\n`);
  expect(code).toBe(1);
});

// Root can read everything, so another user starts it; a checkout in root's home is closed to other users.
const ordinary: Account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const canStart = spawnSync(process.execPath, ["--check", MAIN], { ...ordinary, stdio: "ignore" }).status === 0;

test.runIf(canStart)("a file in DATA_DIR that another user made is one line that names it", async () => {
  if (ordinary.uid) chownSync(folder, ordinary.uid, ordinary.uid);
  writeFileSync(join(folder, "secret"), "", { mode: 0o000 });
  const { code, said } = await launch(await freePortsOfStart(), ordinary);
  expect(said).toMatch(
    /^cotejo: DATA_DIR: user \S+ may not use .*secret, which another user made: give the folder back by chown -R \S+ .*\n$/,
  );
  expect(code).toBe(1);
});

test("too few descriptors are one line with the limit and the need", async () => {
  const started = spawnSync("sh", ["-c", `ulimit -n 256; exec "${process.execPath}" "${MAIN}"`], { encoding: "utf8" });
  expect(started.stderr).toMatch(/^cotejo: this user may open 256 files, at least 1024 are needed: .+\n$/);
  expect(started.status).toBe(1);
});

test("a Node that is too old is one line with the version that is needed", () => {
  const old = `Object.defineProperty(process.versions, "node", { value: "24.8.0" })`;
  const entry = join(import.meta.dirname, "start.mjs");
  const started = spawnSync(process.execPath, ["--import", `data:text/javascript,${old}`, entry], { encoding: "utf8" });
  expect(started.stderr).toMatch(/^cotejo: Node 24\.8\.0 is too old, 24\.9 or newer is needed: .+\n$/);
  expect(started.status).toBe(1);
});

test("a role without a right to create is one line that names the schema", async () => {
  const { url, drop } = await createEmptyDatabase();
  const processes = embeddedRoles(url).databaseUrl;
  const { code, said } = await launch({ DATABASE_URL: processes, COTEJO_SECRET: SECRET }, {}, ["migrate"]);
  expect(said).toBe("cotejo: the database refuses it: permission denied for schema public\n");
  expect(code).toBe(1);
  await drop();
});

test("a second start over the same DATA_DIR is refused with a message", async () => {
  const held = openDataDir(folder);
  const { code, said } = await launch({});
  held.release();
  expect(said).toBe(
    `cotejo: Cotejo already runs over this DATA_DIR, ${folder} (process ${process.pid}): stop it, or set another DATA_DIR\n`,
  );
  expect(code).toBe(1);
});

test("commands over DATABASE_URL run beside a start that holds the DATA_DIR, and leave it as it is", async () => {
  const { url, drop } = await createTestDatabase();
  const held = openDataDir(folder);
  const env = { DATABASE_URL: url, COTEJO_SECRET: SECRET };
  const file = join(folder, "beside.zip");
  for (const args of [["migrate"], ["evidence", "check"], ["rebuild"], ["backup", file]]) {
    expect({ args, ...(await launch(env, {}, args)) }).toMatchObject({ args, code: 0 });
  }
  held.release();
  expect(readdirSync(folder).toSorted()).toEqual(["beside.zip", "launcher.lock", "launcher.pid"]);
  await drop();
});

test("an initdb that fails is one line with the cause, not the last line of its output", async () => {
  const limited = spawnSync("sh", ["-c", `ulimit -f 64; exec "${process.execPath}" "${MAIN}" migrate`], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: folder, COTEJO_SECRET: SECRET, DATABASE_URL: undefined },
  });
  expect(limited.stderr).toMatch(/^cotejo: PostgreSQL's initdb failed: .*(File too large|could not write).*\n$/m);
  expect(limited.status).toBe(1);
});

test("an unreachable database is one line without its password", async () => {
  const url = `postgres://cotejo:hunter2@127.0.0.1:9/cotejo`;
  const { code, said } = await launch({ ...(await freePortsOfStart()), DATABASE_URL: url, COTEJO_SECRET: SECRET });
  expect(said).toBe("cotejo: DATABASE_URL: no database answers there (ECONNREFUSED)\n");
  expect(code).toBe(1);
});

test("a database without a secret is one line", async () => {
  const { code, said } = await launch({ ...(await freePortsOfStart()), DATABASE_URL: "postgres://127.0.0.1:9/cotejo" });
  expect(said).toMatch(/^cotejo: COTEJO_SECRET: required with DATABASE_URL.*\n$/);
  expect(code).toBe(1);
});

test("a COTEJO_SECRET that does not open the stored key is one line; a list with the right second secret is none", async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { name: "test" });
  const id = randomUUID();
  await database.pool.query(
    "INSERT INTO dashboard_keys (id, source, state, fingerprint) VALUES ($1, 'environment', 'current', 'x')",
    [id],
  );
  await sealSecret(database.pool, { kind: "api_key", owner: id, value: "key_1" }, [masterKey(SECRET)]);
  const another = "another-secret-of-at-least-32-characters";
  await expect(checkSecret(database, `${another}, ${SECRET}`)).resolves.toBeUndefined();
  await expect(checkDatabase(readEnv({ DATABASE_URL: url }))).resolves.toBeUndefined();
  await database.close();
  // Without a build, which would take longer than this test.
  const ports = await freePortsOfStart();
  const { code, said } = await launch({ ...ports, DATABASE_URL: url, COTEJO_SECRET: another }, {}, ["dev"]);
  expect(said).toMatch(/^cotejo: COTEJO_SECRET: it does not open the stored API key: .+\n$/);
  expect(code).toBe(1);
  await drop();
});

test("the launcher writes the heartbeat of the embedded service, also where the service runs alone over the data of an installation", async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { name: "test" });
  const beats = async () =>
    (await database.pool.query("SELECT process, beat_at FROM heartbeats")).rows as {
      process: string;
      beat_at: string;
    }[];
  const env = { ...(await freePortsOfStart()), PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, DATABASE_URL: url };
  const launcher = spawn(process.execPath, [MAIN, "sandbox"], {
    env: { NODE_ENV: "production", ...env },
    stdio: "ignore",
  });
  const ended = once(launcher, "exit");
  await expect.poll(beats).toMatchObject([{ process: "sandbox" }]);
  const [first] = await beats();
  launcher.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const [last, ...others] = await beats();
  expect(others).toEqual([]);
  expect((last?.beat_at ?? "") > (first?.beat_at ?? "")).toBe(true);
  await database.close();
  await drop();
});

test("lift-consent ends the requirement of a second admin's consent, reports it, and exits", async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { name: "test" });
  await database.pool.query("INSERT INTO consent_policy DEFAULT VALUES");
  const lift = () => launch({ DATABASE_URL: url, COTEJO_SECRET: SECRET }, {}, ["lift-consent"]);
  expect(await lift()).toEqual({ code: 0, said: "No consent of a second admin is required any more.\n" });
  expect((await database.pool.query("SELECT FROM consent_policy")).rowCount).toBe(0);
  expect(await lift()).toEqual({ code: 0, said: "No consent of a second admin was required.\n" });
  await database.close();
  await drop();
});
