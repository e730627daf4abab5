import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { describeMachine } from "#bench/machine.ts";
import type { Measure } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import { sandboxAccounts, startInstallation } from "#e2e/support/installation.ts";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { migrate } from "#lib/server/db/migrate.ts";
import { signatureHeader } from "#test/hooks.ts";
import { installReceiver, receiverReady, startProcess } from "#test/real-processes.ts";
import { KINDS, type Kind } from "./attacker.ts";

const ATTACKER = join(import.meta.dirname, "attacker.ts");
const GENUINE_EVERY_MS = 20;
const BASELINE_MS = 5_000;
const ATTACK_MS = 12_000;
/** Longer than any deadline of the servers, with time for garbage collection. */
const REST_MS = 20_000;
const SAMPLE_MS = 250;
const MOST_SLOWER = 5;
const MOST_GROWTH_MB = 150;

type Call = { path: string; method: string; headers: Record<string, string>; body?: string };
type Target = {
  name: string;
  port: number;
  pid: number;
  /** What is attacked. */
  path: string;
  /** A genuine request, sent all the while. */
  genuine(): Call;
  /** Of its answers, those that an attack must not bring about. */
  refused(status: number): boolean;
};

/** One attack at a time on receiver and dashboard: whether genuine requests are affected, and what it costs in memory. */
export async function benchmarkSiege(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  const measures: Measure[] = [];
  const targets = [await receiverTarget(stack), await dashboardTarget(stack)];
  for (const target of targets) {
    for (const kind of KINDS) measures.push(...(await besiege(target, kind, stack)));
  }
  return {
    benchmark: "siege",
    machine: describeMachine(),
    options,
    method: `a genuine request every ${GENUINE_EVERY_MS} ms, ${BASELINE_MS / 1_000} s before and ${ATTACK_MS / 1_000} s during each attack of up to 1,000 connections from 16 addresses`,
    measures,
  };
}

async function besiege(target: Target, kind: Kind, stack: AsyncDisposableStack): Promise<Measure[]> {
  const baseline = await sendGenuine(target, BASELINE_MS);
  const before = rssOf(target.pid);
  const attacker = spawn(process.execPath, [ATTACKER, kind, String(target.port), target.path], { stdio: "ignore" });
  stack.defer(() => end(attacker));
  const watch = watchMemory(target.pid);
  const attacked = await sendGenuine(target, ATTACK_MS);
  await end(attacker);
  const most = watch.stop();
  await delay(REST_MS);
  await sendGenuine(target, 1_000);
  const name = `${target.name}, ${kind}`;
  return [
    { name: `${name}: genuine ones refused`, unit: "", samples: [attacked.refused], target: { atMost: 0 } },
    {
      name: `${name}: p99 ÷ unattacked`,
      unit: "×",
      samples: [attacked.p99 / baseline.p99],
      target: { atMost: MOST_SLOWER },
    },
    { name: `${name}: memory grows by`, unit: "MB", samples: [most - before], target: { atMost: MOST_GROWTH_MB } },
    {
      name: `${name}: of which it keeps`,
      unit: "MB",
      samples: [rssOf(target.pid) - before],
      target: { atMost: MOST_GROWTH_MB },
    },
  ];
}

/** Sends genuine requests at their times, whether or not those before were answered. Milliseconds. */
async function sendGenuine({ port, genuine, refused }: Target, ms: number): Promise<{ p99: number; refused: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const times = createHistogram({ lowest: 1, highest: 120_000_000, figures: 3 });
  let bad = 0;
  const one = async () => {
    const began = performance.now();
    const status = await call(port, genuine(), agent).catch(() => 0);
    times.record(Math.max(1, Math.round((performance.now() - began) * 1_000)));
    if (status === 0 || refused(status)) bad += 1;
  };
  const began = performance.now();
  const all: Promise<void>[] = [];
  for (let index = 0; performance.now() - began < ms; index++) {
    all.push(one());
    await delay(Math.max(0, began + (index + 1) * GENUINE_EVERY_MS - performance.now()));
  }
  await Promise.all(all);
  agent.destroy();
  return { p99: times.percentile(99) / 1_000, refused: bad };
}

function call(port: number, { path, method, headers, body }: Call, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request({ port, host: "127.0.0.1", path, method, headers, agent, timeout: 30_000 }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    sending.once("error", reject).once("timeout", () => sending.destroy(new Error("no answer")));
    sending.end(body);
  });
}

async function receiverTarget(stack: AsyncDisposableStack): Promise<Target> {
  const cache = join(import.meta.dirname, "..", "..", ".cache");
  mkdirSync(cache, { recursive: true });
  const dataDir = mkdtempSync(join(cache, "siege-"));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  await migrate(postgres.databaseUrl);
  const installed = await installReceiver(postgres.databaseUrl);
  const child = startProcess("receiver", installed);
  stack.defer(async () => {
    child.kill("SIGTERM");
    await child.exited;
  });
  await receiverReady(installed);
  let events = 0;
  return {
    name: "receiver",
    port: installed.receiverPort,
    pid: child.pid,
    path: `/hooks/${installed.receiverId}`,
    genuine: () => {
      events += 1;
      const body = JSON.stringify({
        event_name: "verification.v2.created",
        data: { verification_id: `ver_${events}` },
      });
      const headers = {
        "content-type": "application/json",
        "svc-signature": signatureHeader(installed.webhookSecret, body),
      };
      return { path: `/hooks/${installed.receiverId}`, method: "POST", headers, body };
    },
    refused: (status) => status !== 200,
  };
}

async function dashboardTarget(stack: AsyncDisposableStack): Promise<Target> {
  const installation = await startInstallation();
  stack.defer(installation.stop);
  const { origin, dataDir } = installation;
  const account = sandboxAccounts(dataDir).find(({ role }) => role === "compliance");
  const answer = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ email: account?.email, password: account?.password }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const running: { name: string; pid: number }[] = JSON.parse(readFileSync(join(dataDir, "processes.json"), "utf8"));
  return {
    name: "dashboard",
    port: Number(new URL(origin).port),
    pid: running.find(({ name }) => name === "dashboard")?.pid ?? 0,
    path: "/api/deliveries/signature-check",
    genuine: () => ({ path: "/api/status", method: "GET", headers: { cookie } }),
    refused: (status) => status !== 200,
  };
}

/** Resident memory in MB. */
function rssOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_000;
}

function watchMemory(pid: number): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, rssOf(pid));
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.max(most, rssOf(pid));
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
