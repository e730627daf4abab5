import { inGroups, type Narrowing, type Parameters } from "./list-conditions.ts";
import { EXACT_TOTAL } from "./list-total.ts";

/**
 * What a sample says: of `sampled` rows, which are `share` of all, so many fit by their groups and ranges (`own`), by
 * their terms, by their text, and by everything (`fit`).
 */
export type Sample = Record<"sampled" | "share" | "own" | "terms" | "text" | "fit", number>;

const PAGE_BYTES = 8192;

/** Pages of the table at random, the same ones each time; all of them where there are no more. */
export function sampleStatement({ groups, ranges, asked }: Narrowing, parameters: Parameters, pages: number): string {
  const share = `LEAST(1, ${pages}::float8 * ${PAGE_BYTES} / GREATEST(pg_relation_size('verification_search'), 1))`;
  const all = (conditions: string[]) => ["true", ...conditions].join(" AND ");
  return `SELECT count(*) AS sampled, ${share} AS share, count(*) FILTER (WHERE own) AS own,
      count(*) FILTER (WHERE terms) AS terms, count(*) FILTER (WHERE text) AS text, count(*) FILTER (WHERE fit) AS fit
    FROM (
      SELECT own, terms, text, CASE WHEN own AND terms AND text THEN ${all(asked.unnamed(parameters))} ELSE false END AS fit
      FROM (
        SELECT l.verification_id, ${all([...inGroups(groups, parameters), ...ranges(parameters)])} AS own,
          ${all(asked.terms(parameters))} AS terms, ${all(asked.text(parameters))} AS text
        FROM verification_search AS l TABLESAMPLE SYSTEM ((SELECT 100 * ${share})) REPEATABLE (0)
      ) AS l
    ) AS sample`;
}

/** How to count what fits: in a larger sample, which can only show that there are many, or in what an index narrows to. */
export type Counting =
  | { by: "sample"; percent: number }
  | { by: "own" }
  | { by: "index"; terms: boolean; text: boolean };

/** Microseconds: to look at a row in turn, at one that an index names, and at an entry of either kind of index. */
const COST = { scanned: 0.35, fetched: 1.2, term: 0.1, trigram: 0.7 };

/** The ways to count, the cheapest first as far as the sample can tell. */
export function countings(sample: Sample): Counting[] {
  const { sampled, share, fit } = sample;
  // Where the sample has none there may still be some.
  const all = (rows: number) => Math.max(rows, 0.5) / Math.max(share, 1e-9);
  /** Of rows like these so many are looked at until more are found than are counted. */
  const looked = (rows: number) => Math.min(all(rows), (EXACT_TOTAL * Math.max(rows, 0.5)) / Math.max(fit, 0.5));
  const ways: { counting: Counting; cost: number }[] = [];
  const add = (counting: Counting, cost: number) => ways.push({ counting, cost });
  if (fit > 0 && all(fit) > 1.2 * EXACT_TOTAL) {
    const rows = Math.min((1.3 * EXACT_TOTAL * sampled) / fit, all(sampled));
    add({ by: "sample", percent: Math.min(100, (100 * rows) / all(sampled)) }, rows * COST.scanned);
  }
  const { own, terms, text } = sample;
  add({ by: "own" }, looked(own) * (own < sampled ? COST.fetched : COST.scanned));
  const both = Math.min(terms, text);
  add({ by: "index", terms: true, text: false }, all(terms) * COST.term + looked(terms) * COST.fetched);
  add({ by: "index", terms: false, text: true }, all(text) * COST.trigram + looked(text) * COST.fetched);
  add(
    { by: "index", terms: true, text: true },
    all(terms) * COST.term + all(both) * COST.trigram + looked((terms * text) / Math.max(sampled, 1)) * COST.fetched,
  );
  return ways.toSorted((one, other) => one.cost - other.cost).map(({ counting }) => counting);
}
