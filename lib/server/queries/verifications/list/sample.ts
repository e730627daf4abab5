import { type Parameters, parameters } from "#lib/server/queries/statement.ts";
import { inGroups, type Narrowing, pattern } from "./conditions.ts";
import type { Pool } from "./find.ts";
import { rememberedRow } from "./memory.ts";
import { leapOverValues } from "./values.ts";

/**
 * What a sample says: of `sampled` rows, which are `share` of all, so many fit by their groups and ranges (`own`), by
 * their terms, by both (`valued`), by their text, and by everything (`fit`), and of these so many are of an account whose
 * name has the text (`named`). `names` are those names; null where there are too many to know.
 */
export type Sample = Record<"sampled" | "share" | "own" | "terms" | "valued" | "text" | "named" | "fit", number> & {
  names: string[] | null;
};

const PAGE_BYTES = 8192;

/** One installation is one account's: its names are those it has had. */
const MOST_NAMES = 500;

const NAMES = `${leapOverValues("'account_name'", MOST_NAMES)} SELECT value FROM leap`;

const namesOf = (text: string, parameters: Parameters): string => `
  SELECT CASE WHEN count(*) < ${MOST_NAMES} AND bool_and(char_length(value) <= 200) IS NOT FALSE THEN
      COALESCE(array_agg(value) FILTER (WHERE lower((E'\\n' || value) COLLATE "default") LIKE ${pattern(text, parameters.add)}), '{}')
    END AS names FROM (${NAMES}) AS name`;

/** Pages of the table at random, so many of them; the whole table where it has no more. */
export async function sampled(pool: Pool, narrowing: Narrowing, pages: number): Promise<Sample> {
  // A name that is new may be the one that is looked for: names are asked for each time.
  const names = narrowing.text === null ? [] : await namesWith(pool, narrowing.text);
  const sampling = parameters();
  const statement = sampleStatement(narrowing, names ?? [], sampling, pages);
  const isPart = ({ share }: Pick<Sample, "share">) => share < 1;
  return { ...(await rememberedRow<Omit<Sample, "names">>(pool, statement, sampling, isPart)), names };
}

async function namesWith(pool: Pool, text: string): Promise<string[] | null> {
  const asking = parameters();
  const { rows } = await pool.query<{ names: string[] | null }>(namesOf(text, asking), asking.values);
  return rows[0]?.names ?? null;
}

/** The same pages each time. OFFSET 0 has each row asked once what several figures count. */
function sampleStatement(
  { groups, ranges, asked }: Narrowing,
  names: readonly string[],
  parameters: Parameters,
  pages: number,
): string {
  const share = `LEAST(1, ${pages}::float8 * ${PAGE_BYTES} / GREATEST(pg_relation_size('verification_list'), 1))`;
  const all = (conditions: string[] = []) => ["true", ...conditions].join(" AND ");
  const named = names.map((name) => `account_name:${name}`);
  return `SELECT count(*) AS sampled, ${share} AS share, count(*) FILTER (WHERE own) AS own,
      count(*) FILTER (WHERE terms) AS terms, count(*) FILTER (WHERE own AND terms) AS valued, count(*) FILTER (WHERE text) AS text,
      count(*) FILTER (WHERE fit AND named) AS named, count(*) FILTER (WHERE fit) AS fit
    FROM (
      SELECT own, terms, text, named,
        CASE WHEN own AND terms AND text THEN ${all(asked?.unnamed(parameters))} ELSE false END AS fit
      FROM (
        SELECT l.verification_id, ${all([...inGroups(groups, parameters), ...ranges(parameters)])} AS own,
          ${all(asked?.terms(parameters))} AS terms, ${all(asked?.text(parameters))} AS text,
          ${named.length === 0 ? "false" : `l.terms && ${parameters.add(named)}::text[]`} AS named
        FROM verification_list AS l TABLESAMPLE SYSTEM ((SELECT 100 * ${share})) REPEATABLE (0) OFFSET 0
      ) AS l
    ) AS sample`;
}

/** How to find all that fits: among the rows of the groups or the values, or in what the index of text and terms narrows to. */
export type Counting = "own" | { terms: boolean; text: boolean };

/** Microseconds: to look at a row in turn, at one that an index names or holds, and at an entry of either kind of index. */
const COST = { scanned: 0.35, fetched: 1.2, held: 0.5, term: 0.1, trigram: 0.7 };

/** The same, for a step along an order. */
export const STEP_COST = 0.55;

/** The cheapest way, as far as the sample can tell, and what it costs. */
export function countingOf(sample: Sample, { values, asked }: Narrowing): { counting: Counting; cost: number } {
  const { sampled, share, own, terms, valued, text, names } = sample;
  // Where the sample has none there may still be some.
  const all = (rows: number) => Math.max(rows, 0.5) / Math.max(share, 1e-9);
  const ownCost = asked
    ? all(own) * (own < sampled ? COST.fetched : COST.scanned)
    : all(values ? valued : own) * COST.held;
  // The text index knows no names: where they are not known it can't be told what it leaves out.
  if (names === null) return { counting: "own", cost: ownCost };
  const ways: { counting: Counting; cost: number }[] = [
    { counting: "own", cost: ownCost },
    { counting: { terms: true, text: false }, cost: all(terms) * (COST.term + COST.fetched) },
    { counting: { terms: false, text: true }, cost: all(text) * (COST.trigram + COST.fetched) },
    {
      counting: { terms: true, text: true },
      cost:
        all(terms) * COST.term +
        all(Math.min(terms, text)) * COST.trigram +
        all((terms * text) / Math.max(sampled, 1)) * COST.fetched,
    },
  ];
  return ways.reduce((one, other) => (other.cost < one.cost ? other : one));
}
