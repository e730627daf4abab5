import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "#test/free-ports.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const NEXT = join(ROOT, "node_modules", "next", "dist", "bin", "next");
const NEXT_TARGET = join(import.meta.dirname, "next");
const READY_MS = 30_000;

export type Server = { port: number; pid: number; stop(): Promise<void> };

/** The reference: verifies a signature and answers, nothing else. */
export async function startBare(secret: string): Promise<Server> {
  const port = await freePort();
  const environment = { BENCH_SECRET: secret, PORT: String(port) };
  return start(port, [join(import.meta.dirname, "bare.ts")], environment);
}

/** Builds what is measured as a build. Before anything runs, since both cores are busy then. */
export function buildTargets(dataDir: string): void {
  build("the Next target", [NEXT, "build", NEXT_TARGET]);
  buildDashboard(dataDir);
}

/** Builds the dashboard, unless the build at hand is of these very sources. */
export function buildDashboard(dataDir: string): void {
  build("the dashboard", [join(ROOT, "lib", "launch", "main.ts"), "build"], { DATA_DIR: dataDir });
}

/** A Next route handler that stores as the receiver does, built for production. */
export async function startNext(secret: string, databaseUrl: string): Promise<Server> {
  const port = await freePort();
  const args = [NEXT, "start", NEXT_TARGET, "-H", "127.0.0.1", "-p", String(port)];
  return start(port, args, { BENCH_SECRET: secret, DATABASE_URL: databaseUrl });
}

/** The dashboard as `npm start` runs it. */
export async function startDashboard(
  installed: { databaseUrl: string; masterSecret: string },
  service = { url: "http://127.0.0.1:1", apiKey: "" },
): Promise<Server & { origin: string }> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = await start(port, [join(ROOT, "lib", "dashboard", "main.ts")], {
    PORT: String(port),
    APP_ORIGIN: origin,
    DATABASE_URL: installed.databaseUrl,
    COTEJO_SECRET: installed.masterSecret,
    SVC_BASE_URL: service.url,
    SVC_API_KEY: service.apiKey,
    LOG_LEVEL: "warn",
  });
  return { ...server, origin };
}

const environment = (more: Record<string, string>): NodeJS.ProcessEnv => {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...more };
};

function build(what: string, args: string[], more: Record<string, string> = {}): void {
  process.stderr.write(`building ${what}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: environment(more),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${what} can't be built:\n${stdout}${stderr}`);
}

async function start(port: number, args: string[], more: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: environment(more),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const server = { port, pid: child.pid ?? 0, stop: () => stop(child) };
  const deadline = performance.now() + READY_MS;
  while (!(await fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).catch(() => null))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await server.stop();
      throw new Error(`${args.join(" ")} did not start`);
    }
    await delay(50);
  }
  return server;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
