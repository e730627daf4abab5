import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "#tools/test/free-ports.ts";
import { type ChildTools, childService, type Readiness, runToEnd } from "./child.ts";
import { readAllMetrics } from "./metrics.ts";
import { createOutput } from "./output.ts";
import { openLedger, processIdentity } from "./system/processes.ts";

const FIXTURE = join(import.meta.dirname, "testing", "child.ts");

let folder: string;
let tools: ChildTools;
let shown: string[];

const written = { write: (text: string) => shown.push(text) > 0 };

beforeEach(() => {
  shown = [];
  folder = mkdtempSync(join(tmpdir(), "cotejo-child-"));
  tools = {
    output: createOutput(folder, "plain", { stdout: written, stderr: written }),
    ledger: openLedger(folder),
    children: new Map(),
    steps: new Set(),
    stopMs: 4_000,
    livenessCheck: null,
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fixture = (behaviour: string, ready: Readiness = "message", ...args: string[]) =>
  childService({ name: "fixture", args: [FIXTURE, behaviour, ...args], env: process.env, ready }, tools);

const never = new AbortController().signal;

test("is ready when it reports so, and ends on a signal", async () => {
  const running = await fixture("waits").start(never);
  expect(processIdentity(running.pid)).not.toBeNull();
  await running.stop();
  expect(shown).toEqual([]);
  expect(await running.exited).toBe("code 0");
  expect(processIdentity(running.pid)).toBeNull();
});

test("a process that forks keeps its own channel, as Next's build workers need", async () => {
  const running = await fixture("forks").start(never);
  await running.stop();
  expect(await running.exited).toBe("code 0");
});

test("is ready when its address answers 200", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/ready`;
  const running = await fixture("listens", { url }, String(port)).start(never);
  expect((await fetch(url)).status).toBe(200);
  await running.stop();
});

test("is ready when its address reports as missing only parts that a start does not wait for", async () => {
  const port = await freePort();
  const ready = { url: `http://127.0.0.1:${port}/clock`, mayLack: "clock" };
  await (await fixture("listens", ready, String(port)).start(never)).stop();
  for (const missing of ["secrets", "clock,secrets", ""]) {
    const timeout = AbortSignal.timeout(1_500);
    const url = `http://127.0.0.1:${port}/${missing}`;
    await expect(fixture("listens", { ...ready, url }, String(port)).start(timeout)).rejects.toThrow();
  }
});

test("a process takes its port once the launcher has freed it, again after a restart, and at once without a launcher", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const page = createServer((_request, response) => response.writeHead(503, { connection: "close" }).end());
  await once(page.listen(port, "127.0.0.1"), "listening");
  const freePage = () => new Promise<void>((resolve) => void page.close(() => resolve()));
  const args = [FIXTURE, "takes-port", String(port)];
  const definition = { name: "fixture", args, env: process.env, ready: { url } };
  for (const service of [{ ...definition, freePort: freePage }, { ...definition, freePort: freePage }, definition]) {
    const running = await childService(service, tools).start(never);
    expect((await fetch(url)).status).toBe(200);
    await running.stop();
  }
  const alone = spawn(process.execPath, args, { stdio: "ignore" });
  await expect.poll(() => fetch(url).catch(() => null)).toMatchObject({ status: 200 });
  alone.kill();
  await once(alone, "exit");
});

test.each([
  ["fails", "the fixture did not start (code 1): TypeError: no such thing"],
  ["logs-and-fails", "the fixture did not start (code 3): the thing is missing"],
])("a child that %s reports the reason in one line", async (behaviour, message) => {
  await expect(fixture(behaviour).start(never)).rejects.toThrow(message);
});

test("a child that ignores SIGTERM is killed", async () => {
  const running = await fixture("stubborn").start(never);
  await running.stop();
  expect(await running.exited).toBe("signal SIGKILL");
});

const LIVENESS_CHECK = { everyMs: 50, misses: 3 };

test("a child with a blocked or stuck event loop, or a suspended one, is killed with a message", async () => {
  tools.livenessCheck = LIVENESS_CHECK;
  const blocked = await fixture("blocks").start(never);
  expect(await blocked.exited).toBe("hung: no sign of life");
  const stopped = await fixture("waits").start(never);
  process.kill(stopped.pid, "SIGSTOP");
  expect(await stopped.exited).toBe("hung: no sign of life");
  const stuck = await fixture("stuck").start(never);
  expect(await stuck.exited).toBe("hung: no sign of life");
});

test("a child whose server accepts requests without answering is killed, an answering one is not", async () => {
  // Twice as long as the server of a child may be busy.
  tools.livenessCheck = { everyMs: 100, misses: 20 };
  const [answers, takes] = await Promise.all([fixture("answers").start(never), fixture("takes").start(never)]);
  expect(await takes.exited).toBe("hung: no sign of life");
  expect(processIdentity(answers.pid)).not.toBeNull();
  await answers.stop();
});

test("an answering child is left alone, and so is one that is stopping", async () => {
  // Two seconds, in which even a busy machine lets it answer.
  tools.livenessCheck = { everyMs: 100, misses: 20 };
  const running = await fixture("counts").start(never);
  // The child ends by itself after more polls than a hung one would get.
  expect(await running.exited).toBe("code 5");
  const stubborn = await fixture("stubborn").start(never);
  await stubborn.stop();
  expect(await stubborn.exited).toBe("signal SIGKILL");
});

test("metrics are those of every child and of the launcher, each with its name; a suspended child is down", async () => {
  const start = (name: string) =>
    childService({ name, args: [FIXTURE, "waits"], env: process.env, ready: "message" }, tools).start(never);
  const [answers, hangs] = await Promise.all([start("receiver"), start("worker")]);
  process.kill(hangs.pid, "SIGSTOP");
  const text = await (await readAllMetrics(tools.children)).metrics();
  expect(text).toMatch(/^cotejo_process_up\{process="receiver"\} 1$/m);
  expect(text).toMatch(/^cotejo_process_up\{process="worker"\} 0$/m);
  const started = [...text.matchAll(/^process_start_time_seconds\{process="(\w+)"\} \d+/gm)];
  expect(started.map(([, name]) => name)).toEqual(["receiver", "launcher"]);
  // The text format has each metric once, however many processes have it.
  expect(text.match(/^# TYPE cotejo_build_info gauge$/gm)).toHaveLength(1);
  await answers.stop();
  process.kill(hangs.pid, "SIGKILL");
  await hangs.exited;
});

test("a stop during the start leaves nothing behind", async () => {
  const stopping = new AbortController();
  const port = await freePort();
  const starting = fixture("waits", { url: `http://127.0.0.1:${port}/` }).start(stopping.signal);
  stopping.abort();
  await expect(starting).rejects.toThrow("stopped");
  expect(JSON.parse(readFileSync(join(folder, "processes.json"), "utf8"))).toEqual([]);
});

test("a failing step reports its failure", async () => {
  await expect(
    runToEnd({ name: "step", args: [FIXTURE, "logs-and-fails"], env: process.env }, tools, never),
  ).rejects.toThrow("the step failed (code 3): the thing is missing");
});
