import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProcessRole, embeddedRoles, withClient } from "#lib/launch/database-roles.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { VARIABLES } from "#lib/platform/server/base/env.ts";
import { freePort, freePortsOfStart } from "#tools/test/free-ports.ts";
import { createDatabase, startTestPostgres } from "#tools/test/postgres-server.ts";
import { endChild } from "#tools/test/real-processes.ts";
import type { Credentials } from "#tools/test/sign-in.ts";
import { until } from "#tools/test/until.ts";
import { sandboxAt } from "./sandbox.ts";

export type Installation = {
  /** Process id of its launcher. */
  pid: number;
  origin: string;
  receiverUrl: string;
  sandboxUrl: string;
  dataDir: string;
  /** Settings for a further process over its database; null for an embedded one. */
  database: { url: string; secret: string } | null;
  stop(): Promise<void>;
};

const LOGS = "test-results/installations";

/** File with the output of the installation's processes. */
export const logOf = (origin: string): string => join(LOGS, `${new URL(origin).port}.log`);

/** Clears variables of the environment that may configure another Cotejo; an empty variable counts as absent. */
const CLEARED_VARIABLES = Object.fromEntries(VARIABLES.map((name) => [name, ""]));

/**
 * Starts a whole Cotejo as `npm start` does, with a data directory of its own, and waits until it is ready. `root` is the
 * folder of other sources.
 */
export async function startInstallation(extra: Record<string, string> = {}, root?: string): Promise<Installation> {
  const { ports, pid, dataDir, stop } = await onFreePorts(async () => {
    const ports = await freePortsOfStart();
    // Deliveries overtake each other by a second, and the steady activity is eight times as fast. A reader without actions
    // is idle, and a slow run takes longer than the fifteen minutes of an idle session.
    const own = { SANDBOX_TIME_SCALE: "8", SESSION_IDLE_MINUTES: "240", SANDBOX_STORY: "off" };
    const launched = await launch([], " is ready at ", { ...ports, ...own, ...extra }, root);
    return { ports: { ...ports, ...extra }, ...launched };
  });
  return {
    pid,
    origin: `http://localhost:${ports.PORT}`,
    receiverUrl: `http://127.0.0.1:${ports.RECEIVER_PORT}`,
    sandboxUrl: `http://127.0.0.1:${ports.SANDBOX_PORT}`,
    dataDir,
    database: null,
    stop,
  };
}

/**
 * An installation over a new database of a test server (`tools/test/postgres-server.ts`), which does not flush to disk. Its
 * service has no activity of its own: a spec plays its own verifications.
 */
export async function startTestInstallation(
  adminUrl: string,
  extra: Record<string, string> = {},
): Promise<Installation> {
  const database = { url: await createDatabase(adminUrl), secret: randomBytes(32).toString("base64url") };
  const { databaseUrl, ownerUrl } = embeddedRoles(database.url);
  await createProcessRole(ownerUrl);
  const own = { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl, COTEJO_SECRET: database.secret };
  const installation = await startInstallation({ ...own, ...extra });
  if (!extra.SVC_BASE_URL) {
    await sandboxAt(installation.sandboxUrl).setPace("off");
    await clearTitleFields(database.url);
  }
  return { ...installation, database };
}

/** An installation over a test server of its own, for a whole run of tests. */
export async function startForRun(extra: Record<string, string> = {}) {
  const postgres = await startTestPostgres();
  try {
    const { stop, ...installation } = await startTestInstallation(postgres.adminUrl, extra);
    const end = async () => {
      await stop();
      await postgres.stop();
    };
    return { installation, adminUrl: postgres.adminUrl, end };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Removes the choice of title fields, which the embedded service sets: specs identify files by their tags. */
const clearTitleFields = (databaseUrl: string) =>
  withClient(databaseUrl, (client) =>
    client.query("UPDATE title_fields SET title = '{}', tax_id = '{}', filled_to = '', done = 0, filled_at = NULL"),
  );

/** Starts the embedded service alone, as `npm run sandbox` does, without events and activity. */
export async function startSandbox(): Promise<Pick<Installation, "sandboxUrl" | "stop">> {
  return onFreePorts(async () => {
    const port = String(await freePort());
    const { stop } = await launch(["sandbox"], "The sandbox is ready: ", { PORT: port, SANDBOX_PORT: port });
    return { sandboxUrl: `http://127.0.0.1:${port}`, stop };
  });
}

const MAX_STARTS = 3;

/** Retries with other ports: another process may take a free port before the start listens on it. */
async function onFreePorts<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let made = 1; ; made++) {
    try {
      return await start();
    } catch (error) {
      if (made === MAX_STARTS || !(error instanceof Error && /in use|EADDRINUSE/.test(error.message))) throw error;
    }
  }
}

/** Runs the launcher with a data directory of its own until it is ready. */
async function launch(
  mode: string[],
  banner: string,
  extra: Record<string, string>,
  root?: string,
): Promise<Pick<Installation, "pid" | "dataDir" | "stop">> {
  const dataDir = mkdtempSync(join(tmpdir(), "cotejo-e2e-"));
  const child = spawn(process.execPath, ["lib/launch/main.ts", ...mode], {
    ...(root !== undefined && { cwd: root }),
    env: { ...process.env, ...CLEARED_VARIABLES, DATA_DIR: dataDir, LOG_LEVEL: "info", ...extra },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  // The logs of the processes help to explain a failing spec.
  mkdirSync(LOGS, { recursive: true });
  const log = createWriteStream(join(LOGS, `${extra.PORT}.log`));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => output.push(chunk.toString()));
    stream.pipe(log, { end: false });
  }
  const stop = async () => {
    await endChild(child, "SIGTERM");
    log.end();
    rmSync(dataDir, { recursive: true, force: true });
    const faults = faultsIn(output).filter((line) => !isExpected(line, dataDir));
    if (faults.length > 0) throw new Error(`Cotejo logged what no spec expects:\n${faults.join("\n")}`);
  };
  try {
    await ready(child, output, banner);
  } catch (error) {
    await stop().catch(() => undefined);
    throw new Error(`${error instanceof Error ? error.message : error}\n${output.join("").slice(-4000)}`);
  }
  return { pid: child.pid ?? 0, dataDir, stop };
}

/** Lines of the level `error` and above: no spec may cause an error on our side. */
const faultsIn = (output: readonly string[]): string[] =>
  output
    .join("")
    .split("\n")
    .filter((line) => /^\{"level":[56]0,/.test(line));

/** The process ids of its processes, by their names. */
export function processesOf({ dataDir }: Pick<Installation, "dataDir">): Map<string, number> {
  const running: { name: string; pid: number }[] = JSON.parse(readFileSync(join(dataDir, "processes.json"), "utf8"));
  return new Map(running.map(({ name, pid }) => [name, pid]));
}

export function pidOf(installation: Pick<Installation, "dataDir">, name: string): number {
  const pid = processesOf(installation).get(name);
  if (pid === undefined) throw new Error(`there is no ${name}`);
  return pid;
}

/** The processes that specs have ended, by the installation's data directory. */
const crashes = new Map<string, string[]>();

/** Kills one of the installation's processes; its launcher reports the crash and restarts it. */
export function crash({ dataDir }: Pick<Installation, "dataDir">, name: "worker" | "receiver" | "dashboard"): void {
  const pid = pidOf({ dataDir }, name);
  crashes.set(dataDir, [...(crashes.get(dataDir) ?? []), name]);
  process.kill(pid, "SIGKILL");
}

/** Each crash by a spec is reported once. It may come before the process has started wholly. */
function isExpected(line: string, dataDir: string): boolean {
  const names = crashes.get(dataDir) ?? [];
  const index = names.findIndex((name) =>
    [`signal SIGKILL`, `the ${name} did not start (signal SIGKILL)`].some((how) =>
      line.includes(`"child":"${name}","how":"${how}"`),
    ),
  );
  if (index !== -1) names.splice(index, 1);
  return index !== -1;
}

const TIMEOUT_MS = 300_000;

/** Waits for the banner, printed when all parts run and are connected: events before the webhook exists would be lost. */
async function ready(child: ChildProcess, output: readonly string[], banner: string): Promise<void> {
  const look = () => {
    if (child.exitCode !== null) throw new Error(`Cotejo ended with ${child.exitCode} before it was ready`);
    return output.join("").includes(banner);
  };
  await until(look, { everyMs: 100, timeoutMs: TIMEOUT_MS, message: "Cotejo was not ready in time" });
}

type Account = Credentials & { role: Role };

/** The sandbox's account of a role, from the file that the launcher keeps in its data directory. */
export function accountOf({ dataDir }: Pick<Installation, "dataDir">, role: Role): Credentials {
  const { users }: { users: Account[] } = JSON.parse(readFileSync(join(dataDir, "sandbox-users.json"), "utf8"));
  const account = users.find((user) => user.role === role);
  if (!account) throw new Error(`the sandbox has no ${role}`);
  return { email: account.email, password: account.password };
}
