import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ANSWER, PORT_ANSWER, PORT_QUESTION, QUESTION } from "#lib/platform/server/base/liveness.ts";
import type { Output } from "./output.ts";
import type { Service } from "./supervisor.ts";
import { LaunchError } from "./system/data-dir.ts";
import { exitOf, type Ledger, type Running, signal } from "./system/processes.ts";

const READY_MS = 120_000;
const POLL_MS = 40;
const PROBE_MS = 5_000;

/**
 * The condition for a ready process: an address that answers 200, or `process.send({ ready: true })`. With `mayLack`, an
 * answer with this name as the only `missing` part counts too.
 */
export type Readiness = { url: string; mayLack?: string } | "message";

export type ChildDefinition = {
  name: string;
  /** Arguments of Node: the entry and its own arguments. */
  args: string[];
  env: Record<string, string | undefined>;
  ready: Readiness;
  /** The longest wait before a restart after a crash. */
  maxMs?: number;
  /** Called before the process listens on its port. */
  freePort?: () => Promise<void>;
};

/** A process that ends by itself, such as the build. */
type StepDefinition = Omit<ChildDefinition, "ready"> & {
  /** Called with each line of its output. */
  onLine?: (line: string) => void;
};

export type ChildTools = {
  output: Output;
  ledger: Ledger;
  /** The processes of the supervised services, by name. */
  children: Map<string, ChildProcess>;
  /** Running steps; a stop waits for them too. */
  steps: Set<Promise<unknown>>;
  /** After this time a process that was told to stop is killed. */
  stopMs: number;
  /** How hung processes are found; null if a debugger or a build may stop the event loop. */
  livenessCheck: LivenessCheck | null;
};

const PRELOAD = join(import.meta.dirname, "end-with-launcher.ts");

export function childService(definition: ChildDefinition, tools: ChildTools): Service {
  const { name, maxMs } = definition;
  return { name, start: (stopping) => startChild(definition, tools, stopping), ...(maxMs && { maxMs }) };
}

async function startChild(definition: ChildDefinition, tools: ChildTools, stopping: AbortSignal): Promise<Running> {
  const { child, running } = spawnChild(definition, tools);
  tools.children.set(definition.name, child);
  child.on("message", async (message) => {
    if (message !== PORT_QUESTION) return;
    await definition.freePort?.();
    if (child.connected) child.send(PORT_ANSWER, () => undefined);
  });
  const settled = new AbortController();
  const ended = running.exited.then((how) => {
    const words = tools.output.lastErrorLine(definition.name);
    throw new LaunchError(`the ${definition.name} did not start (${how})${words ? `: ${words}` : ""}`);
  });
  const stopped = new Promise<never>((_, reject) => {
    const give = () => reject(new LaunchError("stopped"));
    if (stopping.aborted) give();
    stopping.addEventListener("abort", give, { once: true, signal: settled.signal });
  });
  try {
    await Promise.race([isReady(child, definition, settled.signal), ended, stopped]);
    return tools.livenessCheck ? watched(child, running, tools.livenessCheck) : running;
  } catch (error) {
    await running.stop();
    throw error;
  } finally {
    settled.abort();
    // Both go on after the race; their later results do not matter.
    ended.catch(() => undefined);
    stopped.catch(() => undefined);
  }
}

/** Kills a hung process, which reacts to SIGKILL only; the supervisor then starts another. */
function watched(child: ChildProcess, running: Running, livenessCheck: LivenessCheck): Running {
  let hung = false;
  const unwatch = watchLiveness(
    child,
    () => {
      hung = true;
      signal(-running.pid, "SIGKILL");
    },
    livenessCheck,
  );
  return {
    ...running,
    exited: running.exited.then((how) => (hung ? "hung: no sign of life" : how)),
    stop: () => {
      // No answers are expected during a stop.
      unwatch();
      return running.stop();
    },
  };
}

/** Runs a process to its end, for the build and for steps with an environment of their own. Throws LaunchError. */
export async function runToEnd(definition: StepDefinition, tools: ChildTools, stopping: AbortSignal) {
  stopping.throwIfAborted();
  const { running } = spawnChild(definition, tools);
  const end = () => void running.stop();
  stopping.addEventListener("abort", end, { once: true });
  tools.steps.add(running.exited);
  const how = await running.exited;
  tools.steps.delete(running.exited);
  stopping.removeEventListener("abort", end);
  if (how === "code 0") return;
  const words = tools.output.lastErrorLine(definition.name);
  throw new LaunchError(`the ${definition.name} failed (${how})${words ? `: ${words}` : ""}`);
}

function spawnChild(definition: StepDefinition, { output, ledger, stopMs }: ChildTools) {
  const child = spawn(process.execPath, ["--import", PRELOAD, ...definition.args], {
    env: { ...definition.env, COTEJO_LAUNCHER_PID: String(process.pid) } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // A process group: Ctrl-C reaches only the launcher, which stops them in order, and all descendants can be ended.
    detached: true,
  });
  const { pid = 0 } = child;
  if (child.stdout && child.stderr) output.take(definition.name, child.stdout, child.stderr, definition.onLine);
  if (pid) ledger.add(definition.name, pid);
  child.once("exit", () => {
    signal(-pid, "SIGKILL");
    ledger.remove(pid);
  });
  const exited = exitOf(child);
  const running: Running = { pid, exited, stop: () => stopChild(child, exited, stopMs) };
  return { child, running };
}

async function stopChild(child: ChildProcess, exited: Promise<string>, stopMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const settled = new AbortController();
  child.kill("SIGTERM");
  const late = delay(stopMs, true, { signal: settled.signal }).catch(() => false);
  if (await Promise.race([exited.then(() => false), late])) signal(-child.pid, "SIGKILL");
  settled.abort();
  await exited;
}

async function isReady(child: ChildProcess, definition: ChildDefinition, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(READY_MS)]);
  const { ready } = definition;
  const reached = ready === "message" ? await reportsReady(child, timeout) : await answersReady(ready, timeout);
  if (!reached) throw new LaunchError(`the ${definition.name} was not ready after ${READY_MS / 1000} s`);
}

function reportsReady(child: ChildProcess, timeout: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if ((message as { ready?: unknown } | null)?.ready === true) settle(true);
    };
    const settle = (reached: boolean) => {
      child.off("message", listen);
      resolve(reached);
    };
    child.on("message", listen);
    timeout.addEventListener("abort", () => settle(false), { once: true });
  });
}

type Address = Exclude<Readiness, "message">;

async function answersReady({ url, mayLack }: Address, timeout: AbortSignal): Promise<boolean> {
  while (!timeout.aborted) {
    const signal = AbortSignal.any([timeout, AbortSignal.timeout(PROBE_MS)]);
    const reached = await fetch(url, { signal })
      .then(async (response) => {
        const body = await response.text();
        return response.status === 200 || (mayLack !== undefined && lacksOnly(body, mayLack));
      })
      .catch(() => false);
    if (reached) return true;
    await delay(POLL_MS, undefined, { signal: timeout }).catch(() => undefined);
  }
  return false;
}

function lacksOnly(body: string, name: string): boolean {
  const { missing } = JSON.parse(body) as { missing?: unknown };
  return Array.isArray(missing) && missing.length === 1 && missing[0] === name;
}

/** The interval of liveness polls, and how many unanswered ones make a process count as hung: within ten seconds. */
type LivenessCheck = { everyMs: number; misses: number };
export const LIVENESS_CHECK: LivenessCheck = { everyMs: 3_000, misses: 3 };

/**
 * Polls a process repeatedly, and calls `onHung` once when it has missed the maximum number of polls: a suspended process,
 * or one with a stuck event loop, neither ends nor crashes by itself. If the launcher itself was delayed, on an
 * overloaded machine, the count starts again. Returns a function that stops the polls.
 */
function watchLiveness(child: ChildProcess, onHung: () => void, { everyMs, misses } = LIVENESS_CHECK): () => void {
  let missed = 0;
  let waiting = false;
  let turnAt = performance.now();
  const onMessage = (message: unknown) => {
    if (message !== ANSWER) return;
    waiting = false;
    missed = 0;
  };
  const stop = () => {
    clearInterval(timer);
    child.off("message", onMessage);
  };
  const timer = setInterval(() => {
    const late = performance.now() - turnAt > everyMs * 1.5;
    turnAt = performance.now();
    missed = late ? 0 : missed + (waiting ? 1 : 0);
    if (missed >= misses) {
      stop();
      onHung();
    } else if (child.connected) {
      waiting = true;
      child.send(QUESTION, () => undefined);
    }
  }, everyMs);
  timer.unref();
  child.on("message", onMessage);
  child.once("exit", stop);
  return stop;
}
