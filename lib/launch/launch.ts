import { startHeartbeat } from "#lib/core/server/outages/heartbeat.ts";
import { chooseFirstTitleFields } from "#lib/core/server/titles/fill-titles.ts";
import { masterKeysOf, moveToFirstMaster } from "#lib/core/server/vault/vault.ts";
import type { HeldBuild } from "#lib/dashboard/build.ts";
import { beginCustody } from "#lib/desk/server/custody/policy.ts";
import { beginReviewsAt } from "#lib/desk/server/review/policy.ts";
import { SANDBOX_MIGRATIONS } from "#lib/edge/server/backup/schemas.ts";
import { removeClock } from "#lib/launch/story/clock.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import type { Env } from "#lib/platform/server/base/env.ts";
import { serveMetrics } from "#lib/platform/server/base/serve-metrics.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { build, isBuilt, nextBuild, wasBuilt } from "./build.ts";
import { checkDatabase, checkPorts, checkSecret, connectionsOfStart, isConnected } from "./check-environment.ts";
import { type ChildDefinition, childService, runToEnd } from "./child.ts";
import type { Launch } from "./context.ts";
import { readAllMetrics } from "./metrics.ts";
import { ensurePeople, type FirstSignIn } from "./people.ts";
import * as plan from "./plan.ts";
import { type Environment, story } from "./plan.ts";
import { signUp, startScenarios } from "./sandbox-account.ts";
import { createProgress, type Progress, type StepName } from "./starting/progress.ts";
import { serveStartingPage } from "./starting/server.ts";
import { reloadOnChange } from "./supervisor.ts";
import { checkedDatabase, masterSecret, migrateDatabase, schemasOf, supplyDatabase, withDatabase } from "./supply.ts";
import { checkMemory } from "./system/memory.ts";

const SANDBOX_HOST = "127.0.0.1";

/** Fields of the sandbox's answers with the company's name. */
const SANDBOX_TITLES = { title: ["/company/legal_name"], tax_id: ["/company/rfc"] };

/** Starts all parts of `npm start` in the order of dependencies; the build runs in parallel with parts that do not need it. */
export async function launchAll(launch: Launch, mode: plan.Mode): Promise<void> {
  const began = performance.now();
  const { env, root, tools, supervisor, stopping } = launch;
  checkMemory();
  const sandboxListener = { variable: "SANDBOX_PORT", host: SANDBOX_HOST, port: env.SANDBOX_PORT };
  await checkPorts([
    { variable: "PORT", host: env.HOST, port: env.PORT },
    { variable: "RECEIVER_PORT", host: env.HOST, port: env.RECEIVER_PORT },
    ...(env.sandbox ? [sandboxListener] : []),
    ...(env.METRICS_PORT ? [{ variable: "METRICS_PORT", host: env.HOST, port: env.METRICS_PORT }] : []),
  ]);
  await serveMetrics({ host: env.HOST, port: env.METRICS_PORT }, () => readAllMetrics(tools.children));
  const secret = masterSecret(launch);
  if (env.DATABASE_URL) await checkDatabase(env, connectionsOfStart(env));
  const progress = createProgress(stepsOf(env));
  const freePort = mode === "start" && env.sandbox ? await serveStartingPage(env, progress) : undefined;
  const start = { ...launch, mode, secret, progress, freePort };
  const built = mode === "dev" ? Promise.resolve(null) : buildDashboard(start);
  const [facts] = await Promise.all([startProcesses(start, built), built]);
  if (mode === "dev") stopping.addEventListener("abort", reloadOnChange(root, supervisor));
  const seconds = (performance.now() - began) / 1000;
  launch.say(banner({ ...launch, ...facts, embeddedDatabase: !env.DATABASE_URL, seconds }));
}

type Start = Launch & {
  mode: plan.Mode;
  secret: string;
  progress: Progress;
  /** Closes the page of the start; undefined without this page. */
  freePort: (() => Promise<void>) | undefined;
};

/** Whether the start plays the story, unless it is played already. */
const hasStory = (env: Env): boolean => env.sandbox && !env.DATABASE_URL && env.SANDBOX_STORY === "on";

const stepsOf = (env: Env): StepName[] => [
  "database",
  "service",
  ...(hasStory(env) ? ["story" as const] : []),
  "build",
  "dashboard",
];

/** The embedded sandbox alone (`npm run sandbox`), for other clients. */
export async function launchSandbox(launch: Launch): Promise<void> {
  const { env, dataDir } = launch;
  await checkPorts([{ variable: "SANDBOX_PORT", host: SANDBOX_HOST, port: env.SANDBOX_PORT }]);
  const roles = await checkedDatabase(launch);
  await migrateDatabase(roles, [SANDBOX_MIGRATIONS]);
  const { databaseUrl } = roles;
  const url = await startSandbox(launch, { databaseUrl, dataDir, secret: "" }, "start");
  launch.say(`\nThe sandbox is ready: base URL ${url}, accounts by POST ${url}/sandbox/accounts\n\n`);
}

export async function launchBuild({ root, tools, stopping }: Launch): Promise<void> {
  await build(root, nextBuild(tools, stopping), stopping);
}

/** `connected` is false while the dashboard has no webhook of its own. */
type Started = { wayIn: FirstSignIn; sandboxUrl: string | null; connected: boolean; home: string };

/** Null for hot reload. */
type PendingBuild = Promise<HeldBuild | null>;

async function startProcesses(launch: Start, built: PendingBuild): Promise<Started> {
  const { env, dataDir, tools, supervisor, mode, secret, progress, freePort } = launch;
  const roles = await progress.during("database", () => prepareDatabase(launch));
  const { databaseUrl } = roles;
  const supplies = { databaseUrl, dataDir, secret };
  const startService = async () => {
    const url = await startSandbox(launch, supplies, mode);
    return { url, key: await signUp(url, dataDir) };
  };
  const [wayIn, service] = await Promise.all([
    withDatabase(launch, databaseUrl, (database) => ensurePeople(env, dataDir, database, hasStory(env))),
    env.sandbox ? progress.during("service", startService) : null,
  ]);
  const environment = plan.cotejoEnvironment(env, supplies, mode, service?.key ?? env.SVC_API_KEY);
  if (hasStory(env)) await progress.during("story", () => playStory(launch, environment, roles.ownerUrl));
  const start = (child: ChildDefinition) => supervisor.start(childService(child, tools));
  const [connected] = await Promise.all([
    // The receiver runs before the service knows its address: the first delivery follows at once.
    start(plan.receiver(env, environment)).then(() =>
      service ? connect(launch, environment, service.url) : withDatabase(launch, databaseUrl, isConnected),
    ),
    start(plan.worker(environment)),
    built.then((held) => {
      const dashboard = plan.dashboard(env, environment, mode, held?.folder);
      return progress.during("dashboard", () => start({ ...dashboard, freePort }));
    }),
  ]);
  return { wayIn, sandboxUrl: service?.url ?? null, connected, home: roles.home ?? dataDir };
}

/** The database with this version's schema and the first settings. */
async function prepareDatabase(launch: Start) {
  const { env, secret } = launch;
  const roles = await supplyDatabase(launch);
  await migrateDatabase(roles, schemasOf(launch));
  await withDatabase(launch, roles.databaseUrl, async (database) => {
    await checkSecret(database, secret);
    await sealForReceiver(launch, database, secret);
    await beginCustody(database, env);
    if (!env.sandbox) return;
    // A new sandbox account has a past of one month.
    const before = instantFromMs(Date.now() - 365 * 86_400_000);
    await beginReviewsAt(before, database);
    await chooseFirstTitleFields(SANDBOX_TITLES, database);
  });
  return roles;
}

/** The receiver opens only copies sealed for it; older versions stored none. A failure is retried by the worker. */
async function sealForReceiver({ log }: Launch, database: Database, secret: string): Promise<void> {
  await moveToFirstMaster(database, masterKeysOf(secret)).catch((error: unknown) =>
    log.warn({ fault: error instanceof Error ? error.message : String(error) }, "not sealed for the receiver"),
  );
}

/** Starts the embedded service after its heartbeat: the time in which it stood still is no outage (decision 0041). */
async function startSandbox(launch: Launch, supplies: plan.Supplies, mode: plan.Mode): Promise<string> {
  await startSandboxHeartbeat(launch, supplies.databaseUrl);
  await launch.supervisor.start(childService(plan.sandbox(launch.env, supplies, mode), launch.tools));
  return plan.localUrl(SANDBOX_HOST, launch.env.SANDBOX_PORT);
}

/** Writes the heartbeat until the stop. The database of a sandbox without Cotejo has no table of heartbeats. */
async function startSandboxHeartbeat({ log, stopping, tools }: Launch, databaseUrl: string): Promise<void> {
  const onError = (error: Error) => log.warn({ fault: error.message }, "database connection lost");
  const database = openDatabase(databaseUrl, { name: "cotejo-launcher", max: 1, onError });
  const { rowCount } = await database.pool.query("SELECT FROM pg_class WHERE oid = to_regclass('heartbeats')");
  const heartbeat = rowCount === 1 ? startHeartbeat(database, "sandbox") : null;
  const end = async () => {
    await heartbeat?.stop();
    await database.close();
  };
  stopping.addEventListener("abort", () => tools.steps.add(end()), { once: true });
}

/** Creates the webhook. A failure does not stop the start: the dashboard shows and repairs the webhook. */
async function connect(launch: Launch, environment: plan.Environment, sandboxUrl: string): Promise<boolean> {
  const { tools, stopping, log } = launch;
  try {
    await runToEnd(plan.connection(environment), tools, stopping);
    await startScenarios(sandboxUrl);
    return true;
  } catch (error) {
    if (stopping.aborted) throw error;
    log.error({ fault: error instanceof Error ? error.message : String(error) }, "own webhook is not connected");
    return false;
  }
}

/** Holds the build while this launcher runs: a restarted dashboard serves the same build, even after a change of sources. */
async function buildDashboard({ env, root, tools, stopping, say, progress, freePort }: Start): Promise<HeldBuild> {
  if (!isBuilt(root)) {
    const what = wasBuilt(root)
      ? "The sources have changed: building the dashboard…"
      : "Building the dashboard, as on every first start…";
    say(`${what}${freePort ? ` The steps are shown at ${env.APP_ORIGIN}` : ""}\n`);
  }
  return progress.during("build", () => build(root, nextBuild(tools, stopping, progress.noteBuild), stopping));
}

type BannerFacts = Pick<Launch, "env" | "dataDir" | "terminal"> &
  Started & { embeddedDatabase: boolean; seconds: number };

/** The lines after the start. Passwords and links appear in a terminal only: a log would keep them (design §6). */
export function banner(facts: BannerFacts): string {
  const { env, dataDir, sandboxUrl } = facts;
  const embedded = [facts.embeddedDatabase && "PostgreSQL 18", sandboxUrl && `the service at ${sandboxUrl}`];
  const lines: [string, string][] = [
    ...signInLines(facts),
    ["Receiver", env.RECEIVER_URL],
    ["Embedded", embedded.filter(Boolean).join(", ") || "nothing"],
    ["Data", facts.terminal ? `${dataDir} (logs in ${dataDir}/logs)` : dataDir],
    ...(facts.home === dataDir ? [] : [["Database", facts.home] as [string, string]]),
  ];
  if (!facts.connected) {
    // The start itself creates the webhook at the sandbox; at another service an admin creates it.
    const state = sandboxUrl ? "not connected, see the log" : "not connected yet";
    lines.push(["Webhook", `${state}; as an admin, POST /api/receiver connects it`]);
  }
  const body = lines.map(([name, text]) => `  ${name.padEnd(10)}${text}`).join("\n");
  return `\nCotejo ${VERSION} is ready at ${env.APP_ORIGIN} (${facts.seconds.toFixed(1)} s)\n\n${body}\n\n`;
}

function signInLines({ wayIn, terminal }: BannerFacts): [string, string][] {
  if (wayIn.kind === "known") return [["Sign in", "with your account"]];
  if (wayIn.kind === "setup") {
    const where = terminal ? wayIn.link : `the link in ${wayIn.file}`;
    return [["Set up", `${where} (works once, for 24 hours)`]];
  }
  if (!terminal) return [["Sign in", `with an account from ${wayIn.file}`]];
  const width = Math.max(...wayIn.users.map((user) => user.email.length));
  return wayIn.users.map((user, index) => [
    index === 0 ? "Sign in" : "",
    `${user.email.padEnd(width)}  ${user.password}`,
  ]);
}

/** A new installation, or one whose story was interrupted by a kill. */
const IS_TO_PLAY = `
  SELECT WHERE to_regnamespace('story') IS NOT NULL OR NOT EXISTS (SELECT FROM inbox)
    AND NOT EXISTS (SELECT FROM evidence_leaves)
    AND NOT EXISTS (SELECT FROM sandbox.account WHERE scenarios_started_at IS NOT NULL)`;

/**
 * Plays the story in a database that has received nothing and sealed nothing, before receiver and worker start. Its failure
 * does not stop the start, unless the clock cannot be removed: new entries would have times of the past.
 */
async function playStory(launch: Launch, environment: Environment, ownerUrl: string): Promise<void> {
  const { env, tools, stopping, log } = launch;
  const { rowCount } = await withDatabase(launch, ownerUrl, ({ pool }) => pool.query(IS_TO_PLAY));
  if (rowCount === 0) return;
  try {
    await runToEnd(story(env, environment, ownerUrl), tools, stopping);
  } catch (error) {
    if (stopping.aborted) throw error;
    log.error({ fault: error instanceof Error ? error.message : String(error) }, "the story was not played to its end");
    await withDatabase(launch, ownerUrl, removeClock);
  }
}
