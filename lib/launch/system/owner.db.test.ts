import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "#test/free-ports.ts";

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

/** Each command that may run beside others, by this user. */
async function expectCommands(user: User, file: string): Promise<void> {
  const zip = join(base, file);
  expect(await run(user, "backup", zip)).toMatchObject({ code: 0, said: expect.stringContaining("read back") });
  expect(await run(user, "rebuild")).toMatchObject({ code: 0, said: expect.stringContaining("rebuilt: 0 applied") });
  expect(await run(user, "evidence", "check")).toMatchObject({ code: 0 });
}

describe.runIf(canTry)("in a folder of a plain user with mode 0700", () => {
  test.each([
    { first: ROOT, second: DAEMON },
    { first: DAEMON, second: ROOT },
  ])(
    "$first.name and then $second.name use one database, whose files belong to the owner of the folder",
    async ({ first, second }) => {
      folderOf(DAEMON);
      expect(await run(first, "migrate")).toMatchObject({ code: 0 });
      await expectCommands(second, "one.zip");
      expect(await run(first, "migrate")).toMatchObject({
        code: 0,
        said: expect.stringContaining("The database is up to date.\n"),
      });
      rmSync(data, { recursive: true });
      folderOf(DAEMON);
      expect(await run(first, "restore", join(base, "one.zip"))).toMatchObject({ code: 0 });
      const running = await start(second);
      await expectCommands(first, "beside.zip");
      await running.stop();
      await (await start(first)).stop();
      expect(owners()).toEqual([DAEMON.uid]);
      expect(statSync(data).mode & 0o777).toBe(0o700);
      expect(["one.zip", "beside.zip"].map((name) => statSync(join(base, name)).uid)).toEqual([DAEMON.uid, DAEMON.uid]);
    },
  );

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
    const file = join(base, "root");
    mkdirSync(file, { mode: 0o700 });
    const refused = {
      code: 1,
      said: expect.stringMatching(/^cotejo: user daemon may not use \S+\/root\/one.zip\S*\n$/m),
    };
    expect(await run(ROOT, "backup", join(file, "one.zip"))).toEqual(refused);
    expect(readdirSync(file)).toEqual([]);
    expect(await run(ROOT, "restore", join(file, "one.zip"))).toEqual(refused);
    chownSync(join(data, "postgres"), ROOT.uid, ROOT.gid);
    expect((await run(DAEMON, "migrate")).said).toMatch(
      /^cotejo: DATA_DIR: user daemon may not use \S+ which another user made: give the folder back by chown -R daemon \S+\n$/,
    );
  });
});

describe.runIf(canTry)("in a folder of root", () => {
  test("root works, and a plain user is refused", async () => {
    folderOf(ROOT);
    expect(await run(ROOT, "migrate")).toMatchObject({ code: 0 });
    await expectCommands(ROOT, "one.zip");
    const { code, said } = await run(DAEMON, "backup", join(base, "two.zip"));
    expect({ code, said }).toEqual({
      code: 1,
      said: `cotejo: DATA_DIR: ${data} belongs to user root, and this command runs as user daemon: run it as root, or set another DATA_DIR\n`,
    });
    expect(statSync(data).uid).toBe(0);
  });

  test("that others may write, as a mounted volume, the user of the first start stays its user", async () => {
    folderOf(ROOT);
    chmodSync(data, 0o777);
    expect(await run(DAEMON, "migrate")).toMatchObject({ code: 0 });
    expect(await run(ROOT, "backup", join(base, "one.zip"))).toMatchObject({ code: 0 });
    expect(statSync(join(data, "postgres")).uid).toBe(DAEMON.uid);
    expect((await run(NOBODY, "migrate")).said).toContain("belongs to user daemon");
  });
});

test.runIf(canTry)("a folder that root creates belongs to the owner of the folder that it is in", async () => {
  chownSync(base, DAEMON.uid, DAEMON.gid);
  data = join(base, "above", "data");
  expect(await run(ROOT, "migrate")).toMatchObject({ code: 0 });
  expect(owners()).toEqual([DAEMON.uid]);
  expect(await run(DAEMON, "migrate")).toMatchObject({
    code: 0,
    said: expect.stringContaining("The database is up to date.\n"),
  });
});
