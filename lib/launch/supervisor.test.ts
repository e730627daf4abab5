import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { registry } from "#lib/platform/server/base/metrics.ts";
import { createSupervisor, processesOf, reloadOnChange, type Service } from "./supervisor.ts";
import type { Running } from "./system/processes.ts";

const BACKOFF = { firstMs: 1, maxMs: 4, jitter: 0, recoveredMs: 60_000 };

/** A service whose instances end when the test says so. */
function fakeService(name: string, events: string[], options: Partial<Service> & { failures?: number[] } = {}) {
  const instances: { end(how: string): void }[] = [];
  const started: (() => void)[] = [];
  let attempts = 0;
  const service: Service = {
    name,
    endsLast: options.endsLast,
    maxMs: options.maxMs,
    async start(): Promise<Running> {
      attempts += 1;
      events.push(`${name} starts`);
      for (const resolve of started.splice(0)) resolve();
      if (options.failures?.includes(attempts)) throw new Error(`attempt ${attempts} failed`);
      const { promise, resolve } = Promise.withResolvers<string>();
      instances.push({ end: resolve });
      return {
        pid: attempts,
        exited: promise,
        async stop() {
          events.push(`${name} stops`);
          resolve("stopped");
        },
      };
    },
  };
  const nextStart = () => new Promise<void>((resolve) => started.push(resolve));
  return { service, instances, nextStart };
}

function logged() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) }) };
}

test("restarts a service that ended, naming it in the log, and waits longer each time", async () => {
  const { lines, log } = logged();
  const receiver = fakeService("receiver", [], { failures: [2] });
  const supervisor = createSupervisor(log, BACKOFF);
  await supervisor.start(receiver.service);
  const again = receiver.nextStart().then(receiver.nextStart);
  receiver.instances[0]?.end("signal SIGKILL");
  await again;
  await supervisor.stop();
  expect(lines.filter((line) => line.level === 50)).toMatchObject([
    { child: "receiver", how: "signal SIGKILL", restart_in_ms: 1 },
    { child: "receiver", how: "attempt 2 failed", restart_in_ms: 2 },
  ]);
});

test("counts each restart after an end or a failed start, from zero, and no restart on demand", async () => {
  const restarts = async () =>
    /\{process="crashing"\} \d+/.exec(await registry().getSingleMetricAsString("cotejo_process_restarts_total"))?.[0];
  const crashing = fakeService("crashing", [], { failures: [3] });
  const supervisor = createSupervisor(logged().log, BACKOFF);
  await supervisor.start(crashing.service);
  const requested = crashing.nextStart();
  supervisor.restart("crashing");
  await requested;
  expect(await restarts()).toBe('{process="crashing"} 0');
  const again = crashing.nextStart().then(crashing.nextStart);
  crashing.instances[1]?.end("signal SIGKILL");
  await again;
  await supervisor.stop();
  expect(await restarts()).toBe('{process="crashing"} 2');
});

test("waits no longer than the maximum of the service", async () => {
  const { lines, log } = logged();
  const receiver = fakeService("receiver", [], { failures: [2, 3, 4], maxMs: 2 });
  const supervisor = createSupervisor(log, BACKOFF);
  await supervisor.start(receiver.service);
  const starts = receiver.nextStart().then(receiver.nextStart).then(receiver.nextStart).then(receiver.nextStart);
  receiver.instances[0]?.end("signal SIGKILL");
  await starts;
  await supervisor.stop();
  expect(lines.flatMap(({ restart_in_ms }) => restart_in_ms ?? [])).toEqual([1, 2, 2, 2]);
});

test("throws when the first start fails, and does not retry", async () => {
  const { lines, log } = logged();
  const events: string[] = [];
  const supervisor = createSupervisor(log, BACKOFF);
  await expect(supervisor.start(fakeService("worker", events, { failures: [1] }).service)).rejects.toThrow("attempt 1");
  await supervisor.stop();
  expect(events).toEqual(["worker starts"]);
  expect(lines).toEqual([]);
});

test("stops the database after every process that may still write to it", async () => {
  const events: string[] = [];
  const supervisor = createSupervisor(logged().log, BACKOFF);
  await supervisor.start(fakeService("postgres", events, { endsLast: true }).service);
  await supervisor.start(fakeService("receiver", events).service);
  await supervisor.start(fakeService("worker", events).service);
  await supervisor.stop();
  expect(events.slice(3)).toEqual(["receiver stops", "worker stops", "postgres stops"]);
});

test("restarts on demand at once, without counting it as a crash", async () => {
  const { lines, log } = logged();
  const receiver = fakeService("receiver", []);
  const supervisor = createSupervisor(log, { ...BACKOFF, firstMs: 3_600_000, maxMs: 3_600_000 });
  await supervisor.start(receiver.service);
  const again = receiver.nextStart();
  supervisor.restart("receiver");
  await again;
  expect(lines.filter((line) => line.level === 50)).toEqual([]);
  await supervisor.stop();
});

test("a restart requested during a start is made after that start", async () => {
  const receiver = fakeService("receiver", []);
  const supervisor = createSupervisor(logged().log, BACKOFF);
  await supervisor.start(receiver.service);
  // Restarts the receiver; during that start a source changes again.
  const second = receiver.nextStart();
  supervisor.restart("receiver");
  await second;
  const third = receiver.nextStart();
  supervisor.restart("receiver");
  await third;
  await supervisor.stop();
});

test("a stop ends the wait for a restart, and nothing starts after it", async () => {
  const events: string[] = [];
  const { lines, log } = logged();
  const receiver = fakeService("receiver", events);
  const supervisor = createSupervisor(log, { ...BACKOFF, firstMs: 3_600_000, maxMs: 3_600_000 });
  await supervisor.start(receiver.service);
  receiver.instances[0]?.end("code 1");
  await expect.poll(() => lines.length).toBe(1);
  await supervisor.stop();
  await expect(supervisor.start(fakeService("late", events).service)).rejects.toThrow("stopped");
  expect(events).toEqual(["receiver starts"]);
});

describe("restarts by a change of sources", () => {
  let root: string;
  let restarted: string[];
  let end: () => void;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "cotejo-reload-"));
    for (const folder of ["receiver", "sandbox", "server", "contract"])
      mkdirSync(join(root, "lib", folder), { recursive: true });
    restarted = [];
    end = reloadOnChange(root, {
      restart: (name) => void restarted.push(name),
      start: async () => undefined,
      stop: async () => undefined,
    });
  });
  afterEach(() => {
    end();
    rmSync(root, { recursive: true, force: true });
  });

  const change = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  };

  test.each([
    ["lib/receiver/main.ts", ["receiver"]],
    ["lib/sandbox/main.ts", ["sandbox"]],
    ["lib/core/server/inbox/claim.ts", ["receiver", "worker"]],
    ["lib/core/contract/events/event.ts", ["receiver", "sandbox", "worker"]],
  ])("a change of %s restarts the services made from it", async (path, names) => {
    change("lib/platform/server/base/errors.test.ts");
    change(path);
    await expect.poll(() => [...restarted].sort()).toEqual(names);
  });

  test("a change of any module that the sandbox imports restarts it", () => {
    const sources = globSync("lib/sandbox/{*,!(conformance)/**/*}.ts").filter((file) => !file.endsWith(".test.ts"));
    const imported = sources.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/ from "#lib\/([^"]+)"/g)].map(([, module = ""]) => module),
    );
    expect(imported).toContain("platform/server/base/log.ts");
    expect(imported.filter((module) => !processesOf(module).includes("sandbox"))).toEqual([]);
  });
});
