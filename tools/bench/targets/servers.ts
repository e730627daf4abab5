import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { freePort } from "#tools/test/free-ports.ts";
import { spawnProcess } from "#tools/test/real-processes.ts";

const ROOT = join(import.meta.dirname, "../../..");
const NEXT = join(ROOT, "node_modules", "next", "dist", "bin", "next");
/** A Next route handler that stores as the receiver does. */
export const TARGET = join(import.meta.dirname, "next");

type Server = { port: number; pid: number };

/** The reference: verifies a signature and answers, nothing else. */
export const startBare = (secret: string, stack: AsyncDisposableStack): Promise<Server> =>
  serve(() => [join(import.meta.dirname, "bare.ts")], { BENCH_SECRET: secret }, stack);

/** Builds the targets before any measurement, since both cores are busy then. */
export function buildTargets(dataDir: string): void {
  buildNext(TARGET);
  buildDashboard(dataDir);
}

/** Builds the dashboard of the sources in `root`, unless their build exists. */
export function buildDashboard(dataDir: string, root = ROOT): void {
  build(root, [join(root, "lib", "launch", "main.ts"), "build"], { DATA_DIR: dataDir });
}

/** Builds the Next of a folder within the project for production. */
export const buildNext = (folder: string): void => build(folder, [NEXT, "build", folder], {});

/** Serves the build of that folder. */
export const startNext = (folder: string, env: Record<string, string>, stack: AsyncDisposableStack): Promise<Server> =>
  serve((port) => [NEXT, "start", folder, "-H", "127.0.0.1", "-p", `${port}`], env, stack);

function build(root: string, args: string[], more: Record<string, string>): void {
  process.stderr.write(`building ${root}\n`);
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { PATH, HOME, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...more },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${root} can't be built:\n${stdout}${stderr}`);
}

async function serve(
  argsAt: (port: number) => string[],
  env: Record<string, string>,
  stack: AsyncDisposableStack,
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const server = spawnProcess({ args: argsAt(port), env: { PORT: `${port}`, ...env }, url, whateverStatus: true });
  stack.defer(async () => void (await server.end()));
  await server.ready();
  return { port, pid: server.pid };
}
