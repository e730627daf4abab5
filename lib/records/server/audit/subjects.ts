import type { RoleRule } from "#lib/core/contract/need-to-know/policy.ts";
import { hasWords, namesPerson, parsePeopleSearch } from "#lib/core/server/need-to-know/searched-text.ts";
import { type Database, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { parameters } from "#lib/platform/server/db/list-query.ts";

/** Limit of matches of each kind. */
export const MAX_SUBJECTS = 50;

type Person = { verification_id: string; people_id: number };

/** The files, accounts and people that a text names. */
export type Subjects = {
  /** Files and accounts. */
  ids: string[];
  people: Person[];
  /** Whether there are further matches. */
  more: boolean;
};

/** The kinds that are searched, and what the reader is shown of people. */
type Kinds = { files: boolean; people: boolean; rule: RoleRule };
type Pool = Database["pool"];

/**
 * The files, accounts and people named by the words of a text, ignoring case and accents; people by their CURP too, as
 * in the search of people. Nothing matches that the rule hides: a hidden CURP is searched in the list of people alone.
 */
export async function subjectsOf(
  text: string,
  { files, people, rule }: Kinds,
  { pool }: Pooled = database(),
): Promise<Subjects> {
  const found = await Promise.all([
    files ? idsOf(text, FILES, rule, pool) : [],
    idsOf(text, ACCOUNTS, null, pool),
    people ? peopleOf(text, rule, pool) : [],
  ]);
  const [ofFiles, ofAccounts, ofPeople] = found;
  return {
    ids: [...ofFiles.slice(0, MAX_SUBJECTS), ...ofAccounts.slice(0, MAX_SUBJECTS)],
    people: ofPeople.slice(0, MAX_SUBJECTS),
    more: found.some(({ length }) => length > MAX_SUBJECTS),
  };
}

const FILES = { table: "verification_summaries", id: "verification_id", searched: "searched" };
const ACCOUNTS = { table: "users", id: "id", searched: "folded(' ' || name || ' ' || email)" };

/** The ids of rows with every word. */
async function idsOf(
  text: string,
  { table, id, searched }: typeof FILES,
  rule: RoleRule | null,
  pool: Pool,
): Promise<string[]> {
  const collected = parameters();
  const words = hasWords(searched, text, rule, collected);
  if (words.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>(
    `SELECT ${id} AS id FROM ${table} WHERE ${words.join(" AND ")} LIMIT ${MAX_SUBJECTS + 1}`,
    collected.values,
  );
  return rows.map((row) => row.id);
}

async function peopleOf(text: string, rule: RoleRule, pool: Pool): Promise<Person[]> {
  const collected = parameters();
  const conditions = namesPerson(parsePeopleSearch(text, rule), rule, collected);
  if (conditions.length === 0) return [];
  const { rows } = await pool.query<Person>(
    `SELECT p.verification_id, p.people_id FROM verification_people AS p
     WHERE p.people_id IS NOT NULL AND ${conditions.join(" AND ")} LIMIT ${MAX_SUBJECTS + 1}`,
    collected.values,
  );
  return rows;
}

/** A JSON path over the ids of an entry: it matches a text as an id, string or number, and any of the subjects. */
export function namesAny(text: string, { ids, people }: Pick<Subjects, "ids" | "people">): string {
  const number = /^(0|[1-9]\d{0,14})$/.test(text) ? [`@.* == ${text}`] : [];
  const any = [...new Set([text, ...ids])].map((id) => `@.* == ${JSON.stringify(id)}`);
  const persons = people.map(
    ({ verification_id, people_id }) =>
      `(@.verification_id == ${JSON.stringify(verification_id)} && @.people_ids == ${people_id})`,
  );
  return `$ ? (${[...any, ...number, ...persons].join(" || ")})`;
}
