import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { accountOf, pidOf, startInstallation } from "#e2e/support/installation.ts";
import { ownFolder, startDatabase } from "#tools/bench/database.ts";
import { atRate } from "#tools/bench/load/events.ts";
import { figuresOf, type Measure, percentile } from "#tools/bench/measure.ts";
import { memoryOf } from "#tools/bench/processor.ts";
import type { Benchmark } from "#tools/bench/report.ts";
import { startBare } from "#tools/bench/targets/servers.ts";
import { signatureHeader } from "#tools/test/hooks.ts";
import { endChild, installReceiver, startProcess } from "#tools/test/real-processes.ts";
import { signIn } from "#tools/test/sign-in.ts";
import { KINDS, type Kind } from "./attacker.ts";

const ATTACKER = join(import.meta.dirname, "attacker.ts");
const BASELINE_MS = 5_000;
const ATTACK_MS = 12_000;
/** Longer than any deadline of the servers, with time for garbage collection. */
const REST_MS = 20_000;
const GENUINE_INTERVAL_MS = 20;
const SAMPLE_MS = 250;
const MAX_SLOWDOWN = 5;
const MAX_GROWTH_MB = 150;

/** The effect of an attack: milliseconds, and MB. */
type Outcome = { refused: number; unattacked: number; attacked: number; grows: number; keeps: number };

/**
 * Attacks on receiver and dashboard, and on a bare server in the same round, one at a time: the effect of each attack on
 * genuine requests, and its cost in memory.
 */
export const benchmarkSiege: Benchmark = async (options, stack) => {
  const measures: Measure[] = [];
  for (const [name, start] of Object.entries(TARGETS)) {
    const kinds = KINDS.filter((kind) => `${name}, ${kind}`.includes(options.only));
    if (kinds.length === 0) continue;
    const target = await start(stack);
    const outcomes = new Map<Kind, { ours: Outcome[]; bare: Outcome[] }>(
      kinds.map((kind) => [kind, { ours: [], bare: [] }]),
    );
    for (let round = 0; round < options.rounds; round++) {
      for (const [kind, { ours, bare }] of outcomes) {
        ours.push(await measureAttack(target, kind, stack));
        await using own = new AsyncDisposableStack();
        bare.push(await measureAttack(await startControl(target, own), kind, own));
      }
    }
    for (const [kind, { ours, bare }] of outcomes) {
      measures.push(...measuresOf(`${name}, ${kind}`, ours, true));
      measures.push(...measuresOf(`${name}, ${kind}, bare server`, bare, false));
    }
  }
  return {
    method: `a genuine request every ${GENUINE_INTERVAL_MS} ms, ${BASELINE_MS / 1_000} s before and ${ATTACK_MS / 1_000} s during each attack of up to 1,000 connections from 16 addresses`,
    measures,
  };
};

/** The figures of an attack; those of the bare server have no target. */
function measuresOf(name: string, outcomes: readonly Outcome[], judged: boolean): Measure[] {
  const of = figuresOf(outcomes);
  const most = (atMost: number) => (judged ? { atMost } : undefined);
  return [
    of(`${name}: genuine ones refused`, "", ({ refused }) => refused, most(0)),
    of(`${name}: p99 ÷ unattacked`, "×", ({ attacked, unattacked }) => attacked / unattacked, most(MAX_SLOWDOWN)),
    of(`${name}: p99`, "ms", ({ attacked }) => attacked),
    of(`${name}: memory grows by`, "MB", ({ grows }) => grows, most(MAX_GROWTH_MB)),
    of(`${name}: of which it keeps`, "MB", ({ keeps }) => keeps, most(MAX_GROWTH_MB)),
  ];
}

async function measureAttack(target: Target, kind: Kind, stack: AsyncDisposableStack): Promise<Outcome> {
  const baseline = await sendGenuine(target, BASELINE_MS);
  const before = memoryOf(target.pid);
  const attacker = spawn(process.execPath, [ATTACKER, kind, String(target.port), target.path], { stdio: "ignore" });
  const end = () => endChild(attacker, "SIGKILL");
  stack.defer(end);
  const watch = watchMemory(target.pid);
  const attacked = await sendGenuine(target, ATTACK_MS);
  await end();
  const most = watch.stop();
  await delay(REST_MS);
  await sendGenuine(target, 1_000);
  return {
    refused: attacked.refused,
    unattacked: baseline.p99,
    attacked: attacked.p99,
    grows: most - before,
    keeps: memoryOf(target.pid) - before,
  };
}

function watchMemory(pid: number): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.max(most, memoryOf(pid));
    },
  };
}

/** Sends genuine requests at a fixed rate, even if earlier ones are unanswered. Milliseconds. */
async function sendGenuine({ port, genuine, refused }: Target, ms: number): Promise<{ p99: number; refused: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const times: number[] = [];
  let bad = 0;
  await atRate(1_000 / GENUINE_INTERVAL_MS, ms / 1_000, async () => {
    const began = performance.now();
    const status = await call(port, genuine(), agent).catch(() => 0);
    times.push(performance.now() - began);
    if (status === 0 || refused(status)) bad += 1;
  });
  agent.destroy();
  return { p99: percentile(times, 0.99), refused: bad };
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

type Call = { path: string; method: string; headers: Record<string, string>; body?: string };
type Target = {
  port: number;
  pid: number;
  /** The attacked path. */
  path: string;
  /** A genuine request, sent during the attack. */
  genuine(): Call;
  /** Answers that an attack must not cause. */
  refused(status: number): boolean;
};

type Start = (stack: AsyncDisposableStack) => Promise<Target>;

/**
 * A server of a few lines without limits, as a control: the attacker shares the cores with it too, so the effect of the
 * same attack on it can be compared.
 */
async function startControl(of: Target, stack: AsyncDisposableStack): Promise<Target> {
  return { ...of, ...(await startBare("a secret that nobody has", stack)), refused: () => false };
}

const startReceiver: Start = async (stack) => {
  const installed = await installReceiver(await startDatabase(ownFolder(stack), stack));
  const child = startProcess("receiver", installed);
  stack.defer(async () => void (await child.end()));
  await child.ready();
  let events = 0;
  return {
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
};

const startDashboard: Start = async (stack) => {
  const installation = await startInstallation();
  stack.defer(installation.stop);
  const { origin } = installation;
  const cookie = await signIn(origin, accountOf(installation, "compliance"));
  return {
    port: Number(new URL(origin).port),
    pid: pidOf(installation, "dashboard"),
    path: "/api/deliveries/signature-check",
    genuine: () => ({ path: "/api/status", method: "GET", headers: { cookie } }),
    refused: (status) => status !== 200,
  };
};

const TARGETS = { receiver: startReceiver, dashboard: startDashboard } satisfies Record<string, Start>;
