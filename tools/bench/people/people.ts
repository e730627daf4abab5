import { FIRST_NEED_TO_KNOW } from "#lib/core/contract/need-to-know/policy.ts";
import type { PeopleSearch } from "#lib/core/contract/people/people-search.ts";
import { searchPeople } from "#lib/core/server/people/search.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { connect, ownFolder, startDatabase } from "#tools/bench/database.ts";
import { figure, type Measure, percentile } from "#tools/bench/measure.ts";
import { costsOf } from "#tools/bench/processor.ts";
import { type Benchmark, totalText } from "#tools/bench/report.ts";
import { generatePeople } from "./generate.ts";

const PEOPLE = 100_000;
const TARGET_MS = 50;
const SAMPLES = 40;
/** The deep page follows this number of largest pages. */
const PAGES_BEFORE = 5;

type Search = Partial<PeopleSearch> & { deep?: true };

/** Searches by support, from rare names to the most common, and some without a match. */
async function searches({ pool }: Database): Promise<Record<string, Search>> {
  const { rows } = await pool.query<{ name: string; curp: string; verification_id: string; tag: string }>(
    "SELECT name, curp, verification_id, tag FROM verification_people WHERE position = 1 ORDER BY verification_id LIMIT 1 OFFSET 7000",
  );
  const [person] = rows;
  if (!person) throw new Error("no person was generated");
  return {
    nothing: {},
    "nothing, deep": { deep: true },
    "an outcome": { outcome: ["curp_service_unavailable"] },
    "four outcomes, a rare one among them": { outcome: ["found", "none", "no_result", "curp_format_error"] },
    "a whole CURP": { q: person.curp },
    "half a CURP": { q: person.curp.slice(0, 10) },
    "a whole name": { q: person.name },
    "a name of half of all": { q: "maria" },
    "the same, deep": { q: "maria", deep: true },
    "two frequent names": { q: "MARÍA hernández" },
    "a rare name": { q: "zoraida" },
    "a frequent name and a rare one": { q: "garcia nepomuceno" },
    "a part within many names": { q: "ana" },
    "a part of most names": { q: "ez" },
    "three letters of most names": { q: "nde" },
    "one letter": { q: "m" },
    "what no one is called": { q: "wojciechowska" },
    "what no one is called, of frequent parts": { q: "marianez" },
    "the beginning of every tag": { q: "exp-20" },
    "a whole tag": { q: person.tag },
    "a whole id": { q: person.verification_id },
    "a frequent name with a rare outcome": { q: "maria", outcome: ["no_result", "other_error"] },
    "a frequent name with the usual outcome": { q: "jose", outcome: ["found"] },
  };
}

/** The search among 100,000 people, page and total, as the handler reads them. Warm: each is read once before. */
export const benchmarkPeople: Benchmark = async (_, stack) => {
  const database = connect(await startDatabase(ownFolder(stack), stack), 2, stack);
  await generatePeople(database, PEOPLE);
  const measures: Measure[] = [];
  const cores: string[] = [];
  for (const [name, search] of Object.entries(await searches(database))) {
    const { p95, total, cpu } = await measure(database, search);
    measures.push(figure(`${name} (${totalText(total)})`, "ms", [p95], { atMost: TARGET_MS }));
    cores.push(`${cpu.toFixed(1).padStart(6)} ms  ${name}`);
  }
  return {
    database,
    method: `p95 of ${SAMPLES} answers each, page and total, among ${PEOPLE.toLocaleString("en-US")} people`,
    measures,
    notes: [`Of a core, the database's two processes together, on average:\n${cores.join("\n")}`],
  };
};

async function measure(database: Database, { q = null, outcome = [], deep }: Search) {
  const input = { rule: FIRST_NEED_TO_KNOW.roles.support, q, outcome };
  let cursor: string | null = null;
  for (let page = 0; deep && page < PAGES_BEFORE; page += 1) {
    cursor = (await searchPeople({ ...input, cursor, limit: 200 }, database)).next_cursor;
  }
  const call = () => searchPeople({ ...input, cursor }, database);
  const { total } = await call();
  const { times, cpu } = await costsOf(SAMPLES, await pidsOf(database), call);
  return { p95: percentile(times, 0.95), cpu: cpu.reduce((sum, each) => sum + each, 0), total };
}

/** The server's processes behind the pool's connections. */
async function pidsOf({ pool }: Database): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'benchmark'",
  );
  return rows.map(({ pid }) => pid);
}
