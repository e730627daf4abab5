import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cpuOf } from "#bench/list/cpu.ts";
import { describeDatabaseMachine } from "#bench/machine.ts";
import { type Measure, median } from "#bench/measure.ts";
import type { Options } from "#bench/options.ts";
import type { Report } from "#bench/report.ts";
import { FIRST_NEED_TO_KNOW } from "#lib/contract/need-to-know/policy.ts";
import type { PeopleOutcome } from "#lib/contract/people/person.ts";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { migrate } from "#lib/server/db/migrate.ts";
import { searchPeople } from "#lib/server/people/search.ts";
import { generatePeople } from "./generate.ts";

const FOLDER = join(import.meta.dirname, "..", "..", ".cache", "bench-people");
const PEOPLE = 100_000;
const TARGET_MS = 50;
const SAMPLES = 40;
/** The deep page comes after this many of the largest. */
const PAGES_BEFORE = 5;

type Search = { name: string; q: string | null; outcome?: PeopleOutcome[]; deep?: true };

/** Searches by support, from rare names to the most common, and one without a match. */
async function searches({ pool }: Database): Promise<Search[]> {
  const { rows } = await pool.query<{ name: string; curp: string; verification_id: string; tag: string }>(
    "SELECT name, curp, verification_id, tag FROM verification_people WHERE position = 1 ORDER BY verification_id LIMIT 1 OFFSET 7000",
  );
  const [person] = rows;
  if (!person) throw new Error("no person was generated");
  return [
    { name: "nothing", q: null },
    { name: "nothing, deep", q: null, deep: true },
    { name: "an outcome", q: null, outcome: ["curp_service_unavailable"] },
    {
      name: "four outcomes, a rare one among them",
      q: null,
      outcome: ["found", "none", "no_result", "curp_format_error"],
    },
    { name: "a whole CURP", q: person.curp },
    { name: "half a CURP", q: person.curp.slice(0, 10) },
    { name: "a whole name", q: person.name },
    { name: "a name of half of all", q: "maria" },
    { name: "the same, deep", q: "maria", deep: true },
    { name: "two frequent names", q: "MARÍA hernández" },
    { name: "a rare name", q: "zoraida" },
    { name: "a frequent name and a rare one", q: "garcia nepomuceno" },
    { name: "a part within many names", q: "ana" },
    { name: "a part of most names", q: "ez" },
    { name: "three letters of most names", q: "nde" },
    { name: "one letter", q: "m" },
    { name: "what no one is called", q: "wojciechowska" },
    { name: "what no one is called, of frequent parts", q: "marianez" },
    { name: "the beginning of every tag", q: "exp-20" },
    { name: "a whole tag", q: person.tag },
    { name: "a whole id", q: person.verification_id },
    { name: "a frequent name with a rare outcome", q: "maria", outcome: ["no_result", "other_error"] },
    { name: "a frequent name with the usual outcome", q: "jose", outcome: ["found"] },
  ];
}

const rule = FIRST_NEED_TO_KNOW.roles.support;

/** The search of people over 100,000 of them, page and total, as the handler reads them. Warm: each is read once before. */
export async function benchmarkPeople(options: Options, stack: AsyncDisposableStack): Promise<Report> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const postgres = await startPostgres({ dataDir: FOLDER });
  stack.defer(() => postgres.stop());
  await migrate(postgres.databaseUrl);
  const database = openDatabase(postgres.databaseUrl, { name: "benchmark", max: 2, unhurried: true });
  stack.defer(() => database.close());
  await generatePeople(database, PEOPLE);
  const measures: Measure[] = [];
  const cores: string[] = [];
  for (const search of await searches(database)) {
    const { p95, total, cpu } = await measure(database, search);
    measures.push({ name: `${search.name} (${total})`, unit: "ms", samples: [p95], target: { atMost: TARGET_MS } });
    cores.push(`${cpu.toFixed(1).padStart(6)} ms  ${search.name}`);
  }
  return {
    benchmark: "people",
    machine: await describeDatabaseMachine(database),
    options,
    method: `p95 of ${SAMPLES} answers each, page and total, among ${PEOPLE.toLocaleString("en-US")} people`,
    measures,
    notes: [`Of a core, the database's two processes together, as the median:\n${cores.join("\n")}`],
  };
}

async function measure(database: Database, { q, outcome = [], deep }: Search) {
  let cursor: string | null = null;
  for (let page = 0; deep && page < PAGES_BEFORE; page += 1) {
    cursor = (await searchPeople({ rule, q, outcome, cursor, limit: 200 }, database)).next_cursor;
  }
  const input = { rule, q, outcome, cursor };
  const { total } = await searchPeople(input, database);
  const pids = await pidsOf(database);
  const cpuNow = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
  const times: number[] = [];
  const cpu: number[] = [];
  while (times.length < SAMPLES) {
    const [cpuBegan, began] = [cpuNow(), performance.now()];
    await searchPeople(input, database);
    times.push(performance.now() - began);
    cpu.push(cpuNow() - cpuBegan);
  }
  const p95 = times.toSorted((one, other) => one - other)[Math.ceil(0.95 * SAMPLES) - 1] ?? Number.NaN;
  return { p95, cpu: median(cpu), total: typeof total === "number" ? total : `${total.at_least}+` };
}

/** The server's processes behind the pool's connections. */
async function pidsOf({ pool }: Database): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'benchmark'",
  );
  return rows.map(({ pid }) => pid);
}
