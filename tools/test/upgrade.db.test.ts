import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { SANDBOX_MIGRATIONS } from "#lib/edge/server/backup/schemas.ts";
import { listSequences, listTables, quoted, type Table } from "#lib/edge/server/backup/tables.ts";
import { type Client, openDatabase } from "#lib/platform/server/db/database.ts";
import { DASHBOARD_MIGRATIONS, type Migrations, migrate, readMigrations } from "#lib/platform/server/db/migrate.ts";
import { Deliveries } from "#tools/drill/deliveries.ts";
import { allReleases, installRelease, newestRelease, ROOT, releaseNamed } from "#tools/drill/releases.ts";
import { untilApplied, upgradeUnderLoad } from "#tools/drill/upgrade-under-load.ts";
import { Version } from "#tools/drill/version.ts";
import { createEmptyDatabase } from "./database.ts";

const THIS = { version: "this version", root: ROOT };
const PER_SECOND = 50;
const PER_STEP = 25;

async function emptyDatabase(stack: AsyncDisposableStack): Promise<string> {
  const { url, drop } = await createEmptyDatabase();
  stack.defer(drop);
  return url;
}

/** The current migrations, from the folder of a release; the dashboard's had another folder until 0.5.0. */
function migrationsOf(root: string, { schema, folder }: Migrations): Migrations {
  const path = relative(ROOT, folder);
  const former = path.replace("lib/platform/server", "lib/server");
  return { schema, folder: join(root, existsSync(join(root, path)) ? path : former) };
}

it("upgrades the previous release under deliveries: migrates, restarts it, and replaces process by process", {
  tags: ["upgrade"],
}, async () => {
  await using stack = new AsyncDisposableStack();
  const from = releaseNamed();
  const released = readMigrations(migrationsOf(from.root, DASHBOARD_MIGRATIONS)).length;
  const all = readMigrations(DASHBOARD_MIGRATIONS).map(({ name }) => name);
  const upgraded = await upgradeUnderLoad(
    {
      databaseUrl: await emptyDatabase(stack),
      from,
      to: THIS,
      perSecond: PER_SECOND,
      perStep: PER_STEP,
      dashboards: false,
      say: () => undefined,
    },
    stack,
  );
  expect(upgraded).toMatchObject({ problems: [], applied: all.slice(released) });
});

describe.for(allReleases())("release $version", (release) => {
  it.for([DASHBOARD_MIGRATIONS, SANDBOX_MIGRATIONS])("has the migrations that it was made with: $schema", (today) => {
    const released = readMigrations(migrationsOf(release.root, today));
    expect(released.length).toBeGreaterThan(0);
    expect(readMigrations(today).slice(0, released.length)).toEqual(released);
  });

  const tags = release.version === newestRelease().version ? [] : ["upgrade"];
  it("is upgraded in place: every row of every table reads as before", { tags }, async () => {
    await using stack = new AsyncDisposableStack();
    const databaseUrl = await emptyDatabase(stack);
    const database = openDatabase(databaseUrl, { name: "test" });
    stack.defer(() => database.close());
    const installed = await installRelease(release, databaseUrl);
    const old = await Version.on(release, installed, stack);
    await Promise.all([old.start("receiver"), old.start("worker")]);
    const deliveries = new Deliveries(installed, { port: old.receiverPort, perSecond: PER_SECOND }, stack);
    await deliveries.progress(PER_STEP);
    await deliveries.stop();
    await untilApplied(database);
    await Promise.all([old.stop("receiver"), old.stop("worker")]);
    const listed = await listTables(database.pool, [migrationsOf(release.root, DASHBOARD_MIGRATIONS)]);
    // Since 0.4.0 the moved tables are empty and refuse rows.
    const hasMoved = listed.some(({ name }) => name === "flows");
    const tables = listed.filter(({ name }) => !(hasMoved && name in MOVED));
    // Tables that neither deliveries nor an installation fill get a minimal row.
    for (const table of tables) await fillIfEmpty(database.pool, table);
    const before = await contents(database.pool, tables);
    expect(before.rows.filter(({ count }) => count === 0)).toEqual([]);
    expect(before.rows.find(({ name }) => name === "inbox")?.count).toBe(deliveries.acknowledged.size);
    await migrate(databaseUrl);
    expect(await contents(database.pool, tables, { ...MOVED, ...WITHOUT_NEW_ROWS })).toEqual(before);
  });
});

const stepAt = (condition: string) =>
  `(SELECT at FROM flow_steps AS step WHERE step.flow_id = flow.id AND step.state = ${condition})`;

/** Statements that read moved rows with their former column names. */
const MOVED: Record<string, string> = {
  rotations: `
    SELECT *, (details->>'old_key_id')::uuid AS old_key_id, old_id AS old_service_key_id,
      (details->>'new_key_id')::uuid AS new_key_id, details->>'giving_up' AS giving_up, started_at AS created_at
    FROM flows WHERE kind = 'own_key'`,
  rotation_steps: `
    SELECT flow_id AS rotation_id, step.state, at FROM flow_steps AS step JOIN flows AS flow ON flow.id = flow_id
    WHERE kind = 'own_key'`,
  key_replacements: `
    SELECT *, old_id AS old_service_key_id, new_id AS new_service_key_id, details->>'old_name' AS old_name,
      details->>'new_name' AS new_name, ${stepAt("'created'")} AS created_at, ${stepAt("'switched'")} AS switched_at,
      ${stepAt("flow.state")} AS ended_at
    FROM flows AS flow WHERE kind = 'key_elsewhere'`,
  webhook_replacements: `
    SELECT *, old_id AS old_webhook_id, new_id AS new_webhook_id, details->>'receiver_id' AS receiver_id,
      details->>'url' AS url, ARRAY(SELECT jsonb_array_elements_text(details->'events')) AS events,
      details->>'description' AS description, started_at AS begun_at, ${stepAt("'twinned'")} AS twinned_at,
      ${stepAt("'stored'")} AS stored_at, ${stepAt("'switched'")} AS switched_at, ${stepAt("flow.state")} AS ended_at
    FROM flows AS flow WHERE kind = 'webhook'`,
};

/** Statements that read the former rows of tables to which a migration adds rows. */
const WITHOUT_NEW_ROWS: Record<string, string> = {
  evidence_progress: "SELECT * FROM evidence_progress WHERE kind <> 'statement'",
};

/** Counts and digests of the tables' former columns, and the current values of the identities among them. */
async function contents(client: Client, tables: readonly Table[], moved: Record<string, string> = {}) {
  const rows: { name: string; count: number; digest: string | null }[] = [];
  for (const table of tables) {
    const columns = table.columns.map((column) => `"${column}"`).join(", ");
    const found = await client.query(
      `SELECT $1::text AS name, count(*)::int AS count, md5(string_agg(row::text, E'\\n' ORDER BY row::text)) AS digest
       FROM (SELECT ${columns} FROM (${moved[table.name] ?? `SELECT * FROM ${quoted(table)}`}) AS read) AS row`,
      [table.name],
    );
    rows.push(...found.rows);
  }
  const isFormer = ({ table, column }: { table: string; column: string }) =>
    tables.some(({ name, columns }) => name === table && columns.includes(column));
  return { rows, sequences: (await listSequences(client, tables)).filter(isFormer) };
}

/** A value of each type of columns; a type without a value fails at its first use. */
const VALUES: Record<string, string> = {
  bigint: "1",
  "bigint[]": "'{1,2}'",
  boolean: "true",
  bytea: "'\\x0102'",
  date: "'2026-11-20'",
  datemultirange: "'{[2026-11-20,2026-11-30)}'",
  "double precision": "0.5",
  inet: "'192.0.2.1'",
  integer: "1",
  smallint: "1",
  jsonb: `'{"some": ["json"]}'`,
  text: "'some text'",
  "text[]": "'{some,texts}'",
  "timestamp with time zone": "'2026-11-20T10:00:00.123456Z'",
  uuid: "gen_random_uuid()",
};

/** Values of columns whose constraints refuse the value of their type. */
const CONSTRAINED: Record<string, string> = {
  "evidence_events.kind": "'log_begun'",
  "evidence_leaves.kind": "'audit'",
  "legal_holds.curp": "NULL",
  "legal_holds.curp_ends": "NULL",
};

const COLUMNS = `
  SELECT attname AS name, format_type(atttypid, NULL) AS type, (
    SELECT format('(SELECT %I FROM %s LIMIT 1)', (
      SELECT attname FROM pg_attribute WHERE attrelid = confrelid AND attnum = confkey[1]
    ), confrelid::regclass) FROM pg_constraint WHERE contype = 'f' AND conrelid = attrelid AND conkey = ARRAY[attnum]
  ) AS reference
  FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''`;

async function fillIfEmpty(client: Client, table: Table): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM ${quoted(table)} LIMIT 1`);
  if (rowCount !== 0) return;
  const { rows } = await client.query<{ name: string; type: string; reference: string | null }>(COLUMNS, [
    quoted(table),
  ]);
  const names = rows.map(({ name }) => `"${name}"`);
  const values = rows.map(
    ({ name, type, reference }) =>
      CONSTRAINED[`${table.name}.${name}`] ?? reference ?? VALUES[type] ?? expect.fail(`no value of ${type}`),
  );
  await client.query(`INSERT INTO ${quoted(table)} (${names}) VALUES (${values})`);
}
