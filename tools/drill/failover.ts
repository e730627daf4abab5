import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import { migrate } from "#lib/platform/server/db/migrate.ts";
import { ownFolder } from "#tools/bench/database.ts";
import { buildDashboard } from "#tools/bench/targets/servers.ts";
import { Balancer } from "#tools/test/balancer.ts";
import { installReceiver } from "#tools/test/real-processes.ts";
import { until } from "#tools/test/until.ts";
import { Deliveries } from "./deliveries.ts";
import { ROOT } from "./releases.ts";
import { ReplicatedPostgres } from "./replicated-postgres.ts";
import { untilApplied } from "./upgrade-under-load.ts";
import { type Kind, Version } from "./version.ts";

const KINDS: readonly Kind[] = ["receiver", "worker", "dashboard"];

/** The maximum outage in seconds after the database, or the other process of a pair, is back. */
const MAX_SILENCE_S = 5;
/** Deliveries per second, and acknowledged deliveries before and after each fault. */
const PER_SECOND = 200;
const PER_STEP = 2_000;

type Fault = {
  name: string;
  /** Resolves when everything needed for an answer is back. */
  cause(): Promise<unknown>;
  /** Restores a pair of everything. */
  repair(): Promise<unknown>;
};

/**
 * A primary fails over to its synchronous standby, and each process is killed in turn, while deliveries go on to two
 * receivers behind a balancer. No acknowledged delivery may be lost or stored twice.
 */
export async function drillFailover(stack: AsyncDisposableStack): Promise<string[]> {
  const folder = ownFolder(stack);
  const here = { version: VERSION, root: ROOT };
  buildDashboard(join(folder, "build"));
  // PostgreSQL runs as another user, who needs the right to pass through.
  chmodSync(folder, 0o711);
  mkdirSync(join(folder, "postgres"));
  const postgres = await ReplicatedPostgres.start(join(folder, "postgres"));
  stack.defer(() => postgres.stop());
  const front = await Balancer.start([postgres.primary.port]);
  stack.defer(() => front.close());
  const databaseUrl = `postgres://cotejo@127.0.0.1:${front.port}/cotejo`;
  await migrate(databaseUrl);
  const installed = await installReceiver(databaseUrl);
  const machines = await Promise.all([Version.on(here, installed, stack), Version.on(here, installed, stack)]);
  await Promise.all(machines.flatMap((machine) => KINDS.map((kind) => machine.start(kind))));
  const door = await Balancer.start(machines.map(({ receiverPort }) => receiverPort));
  const pages = await Balancer.start(machines.map(({ dashboardPort }) => dashboardPort));
  for (const balancer of [door, pages]) stack.defer(() => balancer.close());
  const deliveries = new Deliveries(installed, { port: door.port, perSecond: PER_SECOND }, stack);

  const promote = async () => {
    await postgres.promote();
    front.targets = [postgres.primary.port];
  };
  const faults: Fault[] = [
    {
      name: "the primary is killed",
      cause: () => postgres.killPrimary().then(promote),
      repair: () => postgres.addStandby(),
    },
    {
      name: "the primary's machine vanishes",
      cause: async () => {
        front.dropAll();
        await promote();
      },
      repair: () => postgres.addStandby(),
    },
    {
      name: "the primary is demoted to read-only",
      cause: async () => {
        await postgres.demotePrimary();
        await delay(2_000);
        await promote();
      },
      repair: () => postgres.addStandby(),
    },
    ...machines.flatMap((machine, index) =>
      KINDS.map((kind) => ({
        name: `${kind} ${index + 1} is killed`,
        cause: () => machine.stop(kind, "SIGKILL"),
        repair: () => machine.start(kind),
      })),
    ),
  ];

  const problems: string[] = [];
  for (const fault of faults) {
    await deliveries.progress(PER_STEP);
    await fault.cause();
    const back = performance.now();
    const silences = await Promise.all([
      silence(() => deliveries.progress(1), back),
      silence(() => ready(pages), back),
    ]);
    await deliveries.progress(PER_STEP);
    const found = await compare(databaseUrl, deliveries.acknowledged);
    await fault.repair();
    const [hooks = 0, shown = 0] = silences;
    console.log(
      `${fault.name}: ${found.acknowledged} acknowledged, ${found.stored} stored, ${found.applied} applied, ` +
        `${found.lost} lost, ${found.doubled} doubled; without an answer: deliveries ${hooks.toFixed(1)} s, ` +
        `pages ${shown.toFixed(1)} s; drained in ${found.drained.toFixed(1)} s`,
    );
    if (found.lost > 0) problems.push(`${fault.name}: ${found.lost} deliveries are lost`);
    if (found.doubled > 0) problems.push(`${fault.name}: ${found.doubled} deliveries are stored twice`);
    for (const s of silences) {
      if (s > MAX_SILENCE_S)
        problems.push(`${fault.name}: ${s.toFixed(1)} s without an answer, at most ${MAX_SILENCE_S}`);
    }
  }
  await deliveries.stop();
  const found = await compare(databaseUrl, deliveries.acknowledged);
  if (found.applied !== found.acknowledged) problems.push(`${found.acknowledged - found.applied} are not applied`);
  problems.push(...deliveries.faults.map((answer) => `a delivery was answered ${answer}`));
  console.log(`deliveries: ${deliveries.summary}`);
  return problems;
}

/** Seconds until the next answer. */
async function silence(answered: () => Promise<void>, since: number): Promise<number> {
  await answered();
  return (performance.now() - since) / 1_000;
}

/** Resolves when a dashboard behind the balancer reports that nothing is missing. */
async function ready({ port }: Balancer): Promise<void> {
  const ask = () => fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal: AbortSignal.timeout(1_000) });
  const isReady = async () => (await ask().catch(() => null))?.ok;
  await until(isReady, { everyMs: 50, message: "no dashboard is ready again" });
}

/** Counts acknowledged deliveries that are stored, applied, lost or stored twice, once the inbox is drained. */
async function compare(databaseUrl: string, acknowledged: ReadonlySet<string>) {
  const signatures = [...acknowledged];
  // A new connection: earlier ones may lead to a server that is gone.
  const database = openDatabase(databaseUrl, { name: "drill", withoutTimeLimits: true });
  try {
    const began = performance.now();
    await untilApplied(database);
    const drained = (performance.now() - began) / 1_000;
    const { rows } = await database.pool.query<{ signature: string; state: string }>(
      "SELECT signature, state FROM inbox WHERE signature IS NOT NULL",
    );
    const states = new Map(rows.map(({ signature, state }) => [signature, state]));
    const stored = signatures.filter((signature) => states.has(signature)).length;
    const applied = signatures.filter((signature) => states.get(signature) === "applied").length;
    const lost = signatures.length - stored;
    return { acknowledged: signatures.length, stored, applied, lost, doubled: rows.length - states.size, drained };
  } finally {
    await database.close();
  }
}
