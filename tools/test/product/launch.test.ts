import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ProcessRecord, processesIn, processIdentity, signal } from "#lib/launch/system/processes.ts";
import { freePortsOfStart } from "#tools/test/free-ports.ts";
import { signIn } from "#tools/test/sign-in.ts";

const MAIN = join(import.meta.dirname, "../../../lib/launch/main.ts");
/** The first start of a checkout builds the dashboard, possibly on a busy machine. */
const BUILD_MS = 600_000;
const NAMES = ["dashboard", "receiver", "sandbox", "worker"];
/** The tag of all kills but the one of the worker, which always runs. */
const KILLS = ["installation"];

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

let folder: string;
let env: Record<string, string>;
let launcher: Started;

type Started = { process: ChildProcess; said(): string; ended: Promise<number | null> };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-lifecycle-"));
  env = { ...(await freePortsOfStart()), DATA_DIR: folder, SANDBOX_TIME_SCALE: "10" };
  launcher = start();
  await ready(launcher);
}, BUILD_MS);
afterAll(async () => {
  launcher.process.kill("SIGTERM");
  await launcher.ended;
  rmSync(folder, { recursive: true, force: true });
});

function start(...command: string[]): Started {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [MAIN, ...command], {
    env: { PATH, HOME, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  return { process: child, said: () => text, ended: new Promise((resolve) => child.once("exit", resolve)) };
}

/** Waits for the banner; fails with the launcher's output if it ends before. */
async function ready(started: Started): Promise<void> {
  const banner = new Promise<void>((resolve) => {
    const look = () => started.said().includes(" is ready at ") && resolve();
    started.process.stdout?.on("data", look);
    look();
  });
  const end = started.ended.then((code) => {
    throw new Error(`ended with ${code}: ${started.said().slice(-4000)}`);
  });
  await Promise.race([banner, end]);
  end.catch(() => undefined);
}

const recorded = (): ProcessRecord[] => JSON.parse(readFileSync(join(folder, "processes.json"), "utf8"));
const pidOf = (name: string): number => recorded().find((record) => record.name === name)?.pid ?? 0;
const file = (name: string): string => readFileSync(join(folder, name), "utf8");
const postgres = (): number[] => processesIn(join(folder, "postgres"));

async function status(path: string, port = env.PORT): Promise<number | null> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    (response) => response.status,
    () => null,
  );
}

/** The dashboard's list of missing parts; null if it cannot serve pages. */
async function missing(): Promise<string[] | null> {
  const answer = await fetch(`http://127.0.0.1:${env.PORT}/api/health/ready`).catch(() => null);
  return answer?.status === 200 ? (await answer.json()).missing : null;
}

test("the banner names the address and the file of accounts, and holds no password", async () => {
  expect(launcher.said()).toContain(`http://localhost:${env.PORT}`);
  expect(launcher.said()).toContain(join(folder, "sandbox-users.json"));
  for (const user of JSON.parse(file("sandbox-users.json")).users) expect(launcher.said()).not.toContain(user.password);
  expect(await status("/api/health/live")).toBe(200);
  expect(await status("/health/ready", env.RECEIVER_PORT)).toBe(200);
  expect(
    recorded()
      .map((record) => record.name)
      .sort(),
  ).toEqual(NAMES);
});

test("the first start has played a month: an officer finds work, a proposal of a colleague and notices", async () => {
  const origin = `http://localhost:${env.PORT}`;
  const { users } = JSON.parse(file("sandbox-users.json"));
  const cookie = await signIn(
    origin,
    users.find(({ role }: { role: string }) => role === "compliance"),
  );
  const read = async (path: string) => (await fetch(`${origin}${path}`, { headers: { cookie } })).json();
  const morning = await read("/api/morning");
  expect(morning.mine.count + morning.unassigned.count).toBeGreaterThan(1);
  expect(morning.to_approve).toBeGreaterThan(0);
  expect((await read("/api/notices")).items.length).toBeGreaterThan(0);
  const period = `from=${dayOf(Date.now() - 31 * DAY_MS)}&to=${dayOf(Date.now())}`;
  expect((await read(`/api/review/decisions?${period}`)).items.length).toBeGreaterThan(9);
});

test("the dashboard serves its build without Next's compiler", () => {
  const loaded = readFileSync(`/proc/${pidOf("dashboard")}/maps`, "utf8");
  expect(loaded).toContain("node");
  expect(loaded).not.toContain("next-swc");
});

test("a second start is refused and disturbs nothing", async () => {
  const before = recorded();
  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.said()).toMatch(/^cotejo: Cotejo already runs over this DATA_DIR.*\n$/);
  expect(recorded()).toEqual(before);
});

test("a build of the next version beside it is ignored, and disturbs nothing", async () => {
  const before = recorded();
  const build = start("build");
  expect([await build.ended, build.said()]).toEqual([0, ""]);
  expect(recorded()).toEqual(before);
});

for (const name of NAMES)
  test(`kill -9 of the ${name} brings it back`, { tags: name === "worker" ? [] : KILLS }, async () => {
    const before = pidOf(name);
    signal(before, "SIGKILL");
    await expect.poll(() => ![0, before].includes(pidOf(name)), { timeout: 60_000 }).toBe(true);
    await expect.poll(() => launcher.said(), { timeout: 60_000 }).toContain(`"child":"${name}","pid":${pidOf(name)}`);
  });

test("suspended processes, which no signal ends, are replaced", { tags: KILLS }, async () => {
  const hung = ["dashboard", "receiver", "worker"];
  const before = new Map(hung.map((name) => [name, pidOf(name)]));
  for (const pid of before.values()) signal(pid, "SIGSTOP");
  for (const name of hung) {
    await expect.poll(() => ![0, before.get(name)].includes(pidOf(name)), { timeout: 60_000 }).toBe(true);
    await expect
      .poll(() => launcher.said(), { timeout: 60_000 })
      .toContain(`"child":"${name}","how":"hung: no sign of life"`);
  }
  await expect.poll(() => status("/health/ready", env.RECEIVER_PORT), { timeout: 60_000 }).toBe(200);
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
});

test("kill -9 of PostgreSQL brings it back, and the others with it", { tags: KILLS }, async () => {
  const before = postgres();
  for (const pid of before) signal(pid, "SIGKILL");
  await expect
    .poll(() => launcher.said(), { timeout: 60_000 })
    .toMatch(/"child":"postgres","pid":\d+,"msg":"child is back"/);
  expect(launcher.said()).toContain('"child":"postgres","how":"signal SIGKILL"');
  expect(postgres().some((pid) => before.includes(pid))).toBe(false);
  await expect.poll(() => status("/health/ready", env.RECEIVER_PORT), { timeout: 60_000 }).toBe(200);
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
});

test("after kill -9 of everything the next start recovers, with the same accounts and key", {
  tags: KILLS,
}, async () => {
  const [users, account, secret] = ["sandbox-users.json", "sandbox-account.json", "secret"].map(file);
  launcher.process.kill("SIGKILL");
  for (const { pid } of recorded()) signal(pid, "SIGKILL");
  for (const pid of postgres()) signal(pid, "SIGKILL");
  await launcher.ended;
  launcher = start();
  await ready(launcher);
  expect(["sandbox-users.json", "sandbox-account.json", "secret"].map(file)).toEqual([users, account, secret]);
  expect(await missing()).toEqual([]);
});

test("after kill -9 of the launcher alone the next start recovers", { tags: KILLS }, async () => {
  launcher.process.kill("SIGKILL");
  await launcher.ended;
  launcher = start();
  await ready(launcher);
  expect(await missing()).toEqual([]);
});

test("SIGTERM stops everything and leaves nothing", async () => {
  const pids = [...recorded().map((record) => record.pid), ...postgres()];
  launcher.process.kill("SIGTERM");
  expect(await launcher.ended).toBe(0);
  expect(pids.filter((pid) => processIdentity(pid) !== null)).toEqual([]);
  expect(await status("/api/health/live")).toBeNull();
});
