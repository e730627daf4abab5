/** @module-tag installation */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { masterKey } from "#lib/core/server/vault/vault.ts";
import { writeBackup } from "#lib/edge/server/backup/backup.ts";
import { SCHEMAS } from "#lib/edge/server/backup/schemas.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { freePort } from "#tools/test/free-ports.ts";
import { LOCK_FILE } from "./data-dir.ts";

const MAIN = join(import.meta.dirname, "..", "main.ts");
const SECRET = "a-test-secret-of-at-least-32-characters";
const { PATH, NODE_COMPILE_CACHE } = process.env;

type User = { name: string; uid: number; gid: number };
const ROOT: User = { name: "root", uid: 0, gid: 0 };
// Users of every system, so that no test makes one.
const DAEMON: User = { name: "daemon", uid: 1, gid: 1 };
const NOBODY: User = { name: "nobody", uid: 65_534, gid: 65_534 };

// Only root can work as several users; a checkout in root's home is closed to other users.
const canTry =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ["--check", MAIN], { uid: 1, gid: 1, stdio: "ignore" }).status === 0;

// Each user keeps its compiled modules in a folder of its own below this one.
if (canTry && NODE_COMPILE_CACHE) {
  mkdirSync(NODE_COMPILE_CACHE, { recursive: true });
  chmodSync(NODE_COMPILE_CACHE, 0o1777);
}

let base: string;
let data: string;
let ports: { SANDBOX_PORT: string };
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), "cotejo-owner-"));
  chmodSync(base, 0o777);
  data = join(base, "data");
  ports = { SANDBOX_PORT: String(await freePort()) };
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A folder of this user alone. */
function folderOf({ uid, gid }: User): void {
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, uid, gid);
}

const options = ({ uid, gid }: User) => ({
  uid,
  gid,
  cwd: base,
  env: {
    PATH,
    NODE_COMPILE_CACHE,
    NODE_ENV: "production",
    COTEJO_SECRET: SECRET,
    DATA_DIR: data,
    ...ports,
  } as unknown as NodeJS.ProcessEnv,
});

const run = (user: User, ...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], options(user), (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });

/** Starts the embedded service, with its database. */
async function start(user: User): Promise<{ stop(): Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, [MAIN, "sandbox"], options(user));
  // A test that fails before `stop` leaves no process.
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        said += chunk;
        if (said.includes("The sandbox is ready")) resolve();
      });
    }
    child.once("exit", () => reject(new Error(said)));
  });
  return {
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

const owners = () => [
  ...new Set(
    [data, ...readdirSync(data, { recursive: true }).map((name) => join(data, String(name)))].map(
      (path) => statSync(path).uid,
    ),
  ),
];

/** A folder that root alone may enter. */
function closedFolder(): string {
  const folder = join(base, "closed");
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

const NOT_FOR_DAEMON = {
  code: 1,
  said: expect.stringMatching(/^cotejo: user daemon may not use \S+\/closed\/one.zip\S*\n$/m),
};

describe.runIf(canTry)("in a folder of a plain user with mode 0700", () => {
  test.each([
    { first: ROOT, second: DAEMON },
    { first: DAEMON, second: ROOT },
  ])(
    "$first.name and then $second.name use one database, whose files belong to the owner of the folder",
    async ({ first, second }) => {
      folderOf(DAEMON);
      expect(await run(first, "migrate")).toMatchObject({ code: 0 });
      const running = await start(second);
      const beside = await run(first, "backup", join(base, "beside.zip"));
      expect(beside).toMatchObject({ code: 0, said: expect.stringContaining("read back") });
      await running.stop();
      expect(owners()).toEqual([DAEMON.uid]);
      expect(statSync(data).mode & 0o777).toBe(0o700);
      expect(statSync(join(base, "beside.zip")).uid).toBe(DAEMON.uid);
    },
  );

  test("a database that root restores is its owner's, who may not write its backup to a folder of root", async () => {
    const file = join(base, "one.zip");
    const { url, drop } = await createTestDatabase();
    await writeBackup({ databaseUrl: url, file, schemas: SCHEMAS, scheduled: false, masters: [masterKey(SECRET)] });
    await drop();
    chownSync(file, DAEMON.uid, DAEMON.gid);
    folderOf(DAEMON);
    expect(await run(ROOT, "restore", file)).toMatchObject({ code: 0 });
    expect(owners()).toEqual([DAEMON.uid]);
    const closed = closedFolder();
    expect(await run(ROOT, "backup", join(closed, "one.zip"))).toEqual(NOT_FOR_DAEMON);
    expect(readdirSync(closed)).toEqual([]);
  });

  test("another plain user is refused in one line that names both and the folder", async () => {
    folderOf(DAEMON);
    const said = `cotejo: DATA_DIR: ${data} belongs to user daemon, and this command runs as user nobody: run it as daemon, or set another DATA_DIR\n`;
    const commands = [
      ["start"],
      ["backup", join(base, "one.zip")],
      ["restore", MAIN],
      ["rebuild"],
      ["evidence", "check"],
    ];
    for (const args of commands) expect(await run(NOBODY, ...args)).toEqual({ code: 1, said });
    expect(owners()).toEqual([DAEMON.uid]);
  });

  test("files that its owner may not use are one line that names user and path", async () => {
    folderOf(DAEMON);
    expect(await run(ROOT, "restore", join(closedFolder(), "one.zip"))).toEqual(NOT_FOR_DAEMON);
    mkdirSync(join(data, "postgres"), { mode: 0o700 });
    expect((await run(DAEMON, "migrate")).said).toMatch(
      /^cotejo: DATA_DIR: user daemon may not use \S+ which another user made: give the folder back by chown -R daemon \S+\n$/,
    );
  });
});

/** A command that takes DATA_DIR and then ends, without a database. */
const take = (user: User) => run(user, "restore", join(base, "absent.zip"));
const taken = () => ({ code: 1, said: `cotejo: there is no file ${join(base, "absent.zip")}\n` });

describe.runIf(canTry)("in a folder of root", () => {
  test("root works, and a plain user is refused", async () => {
    folderOf(ROOT);
    expect(await take(ROOT)).toEqual(taken());
    expect(await take(DAEMON)).toEqual({
      code: 1,
      said: `cotejo: DATA_DIR: ${data} belongs to user root, and this command runs as user daemon: run it as root, or set another DATA_DIR\n`,
    });
    expect(owners()).toEqual([ROOT.uid]);
  });

  test("that others may write, as a mounted volume, the user of the first start stays its user", async () => {
    folderOf(ROOT);
    chmodSync(data, 0o777);
    expect(await take(DAEMON)).toEqual(taken());
    expect(await run(ROOT, "restore", join(closedFolder(), "one.zip"))).toEqual(NOT_FOR_DAEMON);
    expect(statSync(join(data, LOCK_FILE)).uid).toBe(DAEMON.uid);
    expect((await take(NOBODY)).said).toContain("belongs to user daemon");
  });
});

test.runIf(canTry)("a folder that root creates belongs to the owner of the folder that it is in", async () => {
  chownSync(base, DAEMON.uid, DAEMON.gid);
  data = join(base, "above", "data");
  expect(await take(ROOT)).toEqual(taken());
  expect(owners()).toEqual([DAEMON.uid]);
  expect(statSync(join(base, "above")).uid).toBe(DAEMON.uid);
  expect(await take(DAEMON)).toEqual(taken());
});
