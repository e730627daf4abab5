import { join } from "node:path";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import { masterKey, setMasterKeys } from "#lib/core/server/vault/vault.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { migrate } from "#lib/platform/server/db/migrate.ts";
import { checkEvidence } from "#lib/records/server/evidence/check.ts";
import { sealEvidence } from "#lib/records/server/evidence/seal.ts";
import { ownFolder, startServer } from "#tools/bench/database.ts";
import { buildDashboard } from "#tools/bench/targets/servers.ts";
import { dumpProjections } from "#tools/test/projections.ts";
import { until } from "#tools/test/until.ts";
import { Deliveries } from "./deliveries.ts";
import { Readers } from "./readers.ts";
import { installRelease, linkPackages, ROOT, releaseNamed, type Sources } from "./releases.ts";
import { type Kind, Version } from "./version.ts";

export type UpgradeOptions = {
  /** An empty database. */
  databaseUrl: string;
  from: Sources;
  to: Sources;
  perSecond: number;
  /** The number of deliveries that are acknowledged and applied before the next step begins. */
  perStep: number;
  /** Whether users read and write through dashboards, which must be built before. */
  dashboards: boolean;
  /** Called after each step. */
  say(line: string): void;
};

/** A version, by default the newest, is upgraded to this one, dashboard included, while deliveries and users go on. */
export async function drillUpgrade(stack: AsyncDisposableStack, version?: string): Promise<string[]> {
  const from = releaseNamed(version);
  const dataDir = ownFolder(stack);
  const to = { version: VERSION, root: ROOT };
  linkPackages(from);
  for (const { root } of [from, to]) buildDashboard(join(dataDir, "build"), root);
  const upgraded = await upgradeUnderLoad(
    {
      databaseUrl: await startServer(dataDir, stack),
      from,
      to,
      perSecond: 100,
      perStep: 1_000,
      dashboards: true,
      say: (line) => console.log(line),
    },
    stack,
  );
  console.log(`migrations applied: ${upgraded.applied.join(", ") || "none"}`);
  for (const line of upgraded.answers) console.log(line);
  return upgraded.problems;
}

/**
 * Installs a release, migrates its data to the schema of another version while deliveries go on, restarts its processes,
 * starts processes of the other version beside them, and stops the old ones one by one. Rejects if it can't go on.
 */
export async function upgradeUnderLoad(options: UpgradeOptions, stack: AsyncDisposableStack) {
  const { databaseUrl, from, to, say } = options;
  const kinds: Kind[] = options.dashboards ? ["receiver", "worker", "dashboard"] : ["receiver", "worker"];
  const installed = await installRelease(from, databaseUrl);
  setMasterKeys([masterKey(installed.masterSecret)]);
  const [old, next] = await Promise.all([Version.on(from, installed, stack), Version.on(to, installed, stack)]);
  const database = openDatabase(databaseUrl, { name: "drill", withoutTimeLimits: true });
  stack.defer(() => database.close());

  await Promise.all(kinds.map((kind) => old.start(kind)));
  const deliveries = new Deliveries(installed, { port: old.receiverPort, perSecond: options.perSecond }, stack);
  const readers = options.dashboards ? await Readers.signIn(old.origin, installed.credentials) : null;
  stack.defer(() => readers?.stop());

  /** A line each: none is allowed. */
  const problems: string[] = [];
  const step = async (name: string) => {
    await Promise.all([deliveries.progress(options.perStep), readers?.progress()]);
    await untilApplied(database);
    const setAside = await countSetAside(database);
    if (setAside > 0) problems.push(`${name}: ${setAside} deliveries were set aside`);
    say(`${name}: ${deliveries.acknowledged.size} deliveries acknowledged`);
  };
  await step(`${from.version} alone`);
  const before = await listApplied(database);
  const omitsCauses = (await database.pool.query(OMITS_CAUSES)).rows[0]?.omits_causes;
  if (omitsCauses) await deleteSealed(database);
  const applied = await migrate(databaseUrl);
  await step(`${from.version} under the schema of ${to.version}`);
  await Promise.all(kinds.map((kind) => old.stop(kind).then(() => old.start(kind))));
  await step(`${from.version} restarted`);
  await Promise.all(kinds.map((kind) => next.start(kind)));
  deliveries.ports = [old.receiverPort, next.receiverPort];
  if (readers) readers.origins = [old.origin, next.origin];
  await step("both versions beside each other");
  for (const kind of kinds) {
    await old.stop(kind);
    if (kind === "receiver") deliveries.ports = [next.receiverPort];
    if (kind === "dashboard" && readers) readers.origins = [next.origin];
    await step(`${kind} of ${to.version} alone`);
  }
  await Promise.all([deliveries.stop(), readers?.stop()]);
  await untilApplied(database);
  for (const kind of kinds) await next.stop(kind);

  problems.push(...deliveries.faults.map((answer) => `a delivery was answered ${answer}`));
  problems.push(...(readers?.faults ?? []).map((answer) => `${answer} was answered to a reader`));
  problems.push(...(await compareInbox(database, deliveries.acknowledged)));
  problems.push(...(await compareWithBefore(database, before)));
  if (readers) problems.push(...(await compareNotes(database, readers.notes)));
  problems.push(...(await compareWithRebuilt(database)));
  problems.push(...(await compareEvidence(database, omitsCauses ? 1 : 0)));
  const answers = [`deliveries: ${deliveries.summary}`, ...(readers ? [`readers: ${readers.summary}`] : [])];
  return { problems, applied, answers };
}

/** Resolves when all deliveries stored before the call are applied or set aside; later ones do not count. */
export async function untilApplied({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ last: number | null }>("SELECT max(id) AS last FROM inbox");
  let first: { last_error: string | null } | undefined;
  const isApplied = async () => {
    const pending = "SELECT last_error FROM inbox WHERE state = 'pending' AND id <= $1 ORDER BY id LIMIT 1";
    [first] = (await pool.query<{ last_error: string | null }>(pending, [rows[0]?.last])).rows;
    return first === undefined;
  };
  const message = () => `deliveries are not applied: ${first?.last_error ?? "not tried"}`;
  await until(isApplied, { everyMs: 25, message });
}

/** Counts the rows set aside, at each step, since a worker retries the rows of the previous step. */
async function countSetAside({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM inbox WHERE state IN ('failed', 'unrecognized')",
  );
  return rows[0]?.count ?? 0;
}

type AppliedRow = { id: string; row: string };

/** The stored data of each applied delivery by its id, without the columns that a worker writes. */
async function listApplied({ pool }: Database): Promise<AppliedRow[]> {
  const { rows } = await pool.query<AppliedRow>(
    `SELECT id::text, ROW(kind, received_at, verification_id, signature, receiver_id, signed_at, body, event_name, late)::text AS row
     FROM inbox WHERE state = 'applied' ORDER BY id`,
  );
  return rows;
}

async function compareWithBefore(database: Database, before: readonly AppliedRow[]): Promise<string[]> {
  const after = new Map((await listApplied(database)).map(({ id, row }) => [id, row]));
  const lost = before.filter(({ id, row }) => after.get(id) !== row).length;
  if (before.length === 0) return ["nothing was stored before the migration"];
  return lost > 0 ? [`${lost} deliveries from before the migration are not as they were`] : [];
}

/** Checks that each acknowledged delivery is stored once and applied, and that no other delivery is stored. */
async function compareInbox({ pool }: Database, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await pool.query<{ signature: string | null; state: string }>("SELECT signature, state FROM inbox");
  const stored = rows.filter(({ signature, state }) => state === "applied" && acknowledged.has(signature ?? ""));
  const problems: string[] = [];
  if (stored.length !== acknowledged.size) problems.push(`${acknowledged.size - stored.length} deliveries are missing`);
  if (stored.length !== rows.length)
    problems.push(`${rows.length - stored.length} rows were not acknowledged or applied`);
  return problems;
}

async function compareNotes({ pool }: Database, notes: ReadonlyMap<string, string[]>): Promise<string[]> {
  const { rows } = await pool.query<{ verification_id: string; text: string }>(
    "SELECT verification_id, text FROM notes",
  );
  const stored = new Set(rows.map(({ verification_id, text }) => `${verification_id} ${text}`));
  const lost = [...notes].flatMap(([id, texts]) => texts.filter((text) => !stored.has(`${id} ${text}`)));
  if (notes.size === 0) return ["no note was written"];
  return lost.length > 0 ? [`${lost.length} notes are missing`] : [];
}

/** 0.3.0 has no log of evidence; from 0.5.0 on its events state their causes. */
const OMITS_CAUSES = `
  SELECT to_regclass('evidence_events') IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = to_regclass('evidence_events') AND attname = 'cause'
  ) AS omits_causes`;

const SEALED_DELIVERY = `
  INSERT INTO inbox (kind, signature, receiver_id, signed_at, body, state)
  VALUES ('delivery', 'drill', 'rcv_drill', 1764000000, '{}', 'applied') RETURNING id`;

/** Seals a delivery and deletes it by a plain statement, which leaves an event without a cause under the old schema. */
async function deleteSealed(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ id: number }>(SEALED_DELIVERY);
  const isSealed = async () => {
    await sealEvidence(database);
    const leaf = "SELECT FROM evidence_leaves WHERE kind = 'delivery' AND source_id = $1";
    return (await database.pool.query(leaf, [rows[0]?.id])).rowCount === 1;
  };
  await until(isSealed, { everyMs: 100, message: () => "the delivery is not sealed" });
  await database.pool.query("DELETE FROM inbox WHERE id = $1", [rows[0]?.id]);
}

/** After the upgrade the log is whole, and only a deletion from before it has no recorded cause; a later one is named. */
async function compareEvidence(database: Database, expected: number): Promise<string[]> {
  await sealEvidence(database);
  const { findings, unrecorded } = await checkEvidence(database);
  const problems = findings.map(({ what, name, because }) => `evidence: ${what} ${name}: ${because}`);
  if (unrecorded !== expected) problems.push(`${unrecorded} deletions without a recorded cause instead of ${expected}`);
  await deleteSealed(database);
  const after = (await checkEvidence(database)).findings.length - findings.length;
  return after === 1 ? problems : [...problems, "a deletion after the upgrade is not named"];
}

async function compareWithRebuilt(database: Database): Promise<string[]> {
  const projections = await dumpProjections(database.pool);
  await rebuildProjections(database);
  return projections === (await dumpProjections(database.pool)) ? [] : ["the projections differ from rebuilt ones"];
}
