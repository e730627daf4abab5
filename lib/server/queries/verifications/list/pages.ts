import { LIST_GROUPS } from "#lib/server/db/list-group.ts";
import { type Parameters, where } from "#lib/server/queries/statement.ts";
import { askedOf, inGroups, inIndexes, isEveryGroup, type Narrowing } from "./conditions.ts";
import type { Position } from "./cursor.ts";
import { type Order, orderBy } from "./order.ts";
import type { Counting } from "./sample.ts";
import { bestOfValues, bestOnce, bounds, type Page, type Part, SOURCES, type Via } from "./sources.ts";
import { rowsOfValues } from "./values.ts";

/** Writes the statement of one page whose rows have these columns. */
export type Way = (page: Page, columns: string) => string;

/** The statement of one page: its keys, each with its rank, and then the rows themselves, which are wide. */
function statement({ order, limit }: Page, columns: string, keys: string, before = ""): string {
  const values = order.columns.map(({ name }) => `l.${name}::text`).join(", ");
  return `${before} SELECT ${columns}, l.rank AS page_rank, ARRAY[${values}] AS page_values
    FROM (${keys} LIMIT ${limit}) AS l
    JOIN verification_summaries AS summary USING (verification_id)
    ORDER BY l.rank, ${orderBy(order)}`;
}

/** The keys of a page, each stretch read only if those before it did not fill it. */
function byStretches({ order, position, limit, parameters }: Page, part: Part): string {
  const stretches = order.stretches.filter(({ rank }) => position === null || rank >= position.rank);
  const parts = stretches.map((stretch) => {
    // PostgreSQL begins at the first bound that a statement names: that has to be where the last page ended.
    const begun = position?.rank === stretch.rank ? [after(order, position, parameters)] : [];
    const conditions = stretch.condition ? [...begun, stretch.condition] : begun;
    return `SELECT * FROM (
      SELECT ${stretch.rank} AS rank, l.* FROM (${part(stretch, conditions, keysOf(order))}) AS l
      ORDER BY ${orderBy(order)} LIMIT ${limit}
    ) AS stretch`;
  });
  return parts.join(" UNION ALL ");
}

/** The keys of a page out of rows that are read in any order, each found up to so many `times`. */
function byRanks({ order, position, limit, parameters }: Page, rows: string, times: number): string {
  const rankOf = new Map(order.stretches.flatMap(({ rank, groups }) => groups.map(({ code }) => [code, rank])));
  const ranks = parameters.add(LIST_GROUPS.map(({ code }) => rankOf.get(code) ?? 0));
  const rank = parameters.add(position?.rank ?? 0);
  const begun = position ? [`(l.rank > ${rank}::int OR ${after(order, position, parameters)})`] : [];
  const ordered = `ORDER BY l.rank, ${orderBy(order)}`;
  const ranked = `SELECT (${ranks}::int[])[l.list_group + 1] AS rank, ${keysOf(order)} FROM (${rows}) AS l`;
  const best = `SELECT * FROM (${ranked}) AS l ${where([`l.rank >= ${rank}::int`, ...begun])}`;
  const once = times === 1 ? best : `SELECT DISTINCT * FROM (${best} ${ordered} LIMIT ${limit * times}) AS l`;
  return `SELECT * FROM (${once}) AS l ${ordered}`;
}

const keysOf = ({ columns }: Order): string =>
  ["verification_id", ...columns.map(({ name }) => name)].map((name) => `l.${name}`).join(", ");

function after({ columns, direction }: Order, position: Position, { add }: Parameters): string {
  const names = [...columns.map(({ name }) => `l.${name}`), "l.verification_id"];
  const values = columns.map(({ type }, index) => `${add(position.values[index])}::${type}`);
  return `(${names.join(", ")}) ${direction === "DESC" ? "<" : ">"} (${[...values, add(position.id)].join(", ")})`;
}

/** The best of a source, where nothing is asked. */
export const by =
  (via: Via): Way =>
  (page, columns) =>
    statement(page, columns, byStretches(page, SOURCES[via](page, page.limit)));

/** A row costs three microseconds to be found by its id, and half a one where its index names its place. */
const WORTH_FETCHING = 0.15;

/**
 * The first `steps` of a source, each asked whether it fits: good where many do. What fits may lie all together at the far
 * end: a page that this does not fill has to be found in another way. So many are `passing` what the indexes tell.
 */
export const bySteps =
  (via: Via, steps: number, passing = 1): Way =>
  (page, columns) => {
    const { narrowing, order, parameters } = page;
    const source = via === "order" ? null : SOURCES[via](page, steps);
    // Along the order all are steps, also those that are outside of the ranges of other columns.
    const inOrder = source ? [] : narrowing.ranges(parameters, order.columns[0]?.name);
    const seen = source ? narrowing.seen(parameters) : inIndexes(narrowing, parameters);
    const asked = askedOnTheWay(narrowing, via, parameters);
    const isFetched = source === null && asked.length > 0 && passing > WORTH_FETCHING;
    const fetched = isFetched ? ["l.terms", "l.searched"] : [];
    const columnsSeen = [...new Set([...SEEN, ...order.columns.map(({ name }) => `l.${name}`), ...fetched])].join(", ");
    const part: Part = (stretch, more, keys) => {
      const looked = source
        ? `(${source(stretch, more, columnsSeen)}) AS l`
        : `verification_list AS l ${where([...more, ...bounds(order, narrowing), ...inOrder])}`;
      const first = `(SELECT ${columnsSeen} FROM ${looked} ORDER BY ${orderBy(order)} LIMIT ${steps}) AS l`;
      const inSeen = [...(source ? [] : inGroups(stretch.groups, parameters)), ...seen];
      if (asked.length === 0 || isFetched) return `SELECT ${keys} FROM ${first} ${where([...asked, ...inSeen])}`;
      const conditions = where(inSeen);
      // By the columns of what was seen, whose order is known: who is asked last is the one that fills the page.
      return `SELECT ${keys.replace(/\bl\./g, "seen.")} FROM (SELECT l.* FROM ${first} ${conditions} ORDER BY ${orderBy(order)} OFFSET 0) AS seen
        JOIN verification_list AS l USING (verification_id) ${where(asked)}`;
    };
    return statement(page, columns, byStretches(page, part));
  };

/** What the source does not go by is asked too: a label on the way along the order. */
function askedOnTheWay({ asked, values }: Narrowing, via: Via, parameters: Parameters): string[] {
  if (asked) return askedOf(asked, parameters);
  if (!values || via === "values") return [];
  return [`l.terms && ${parameters.add(values.values.map((value) => `${values.kind}:${value}`))}::text[]`];
}

/** All that fit, then the best of them: good where few do. */
export const byCollecting: Way = (page, columns) => collectOwn(page, columns);

/**
 * The same by an index, in each row with how many there are to one more than `most`: `found_total`. Where there are more,
 * the rows are not the best.
 */
export const byCounting =
  (counting: Counting, names: readonly string[], most: number): Way =>
  (page, columns) => {
    if (counting === "own") return collectOwn(page, columns, { counted: { most } });
    return collect(page, columns, ...inSearch(page, counting, names), { counted: { most } });
  };

/** All that fit by an index of another kind. */
export const byIndex =
  (counting: Counting, names: readonly string[]): Way =>
  (page, columns) =>
    counting === "own" ? collectOwn(page, columns) : collect(page, columns, ...inSearch(page, counting, names));

function collectOwn(page: Page, columns: string, more: Collecting = {}): string {
  const { narrowing, parameters } = page;
  const { groups, values, asked } = narrowing;
  if (values && !asked) {
    return collect(page, columns, rowsOfValues(narrowing, parameters, KEYS), [], {
      ...more,
      times: values.values.length,
    });
  }
  const conditions = [
    ...inGroups(groups, parameters),
    ...inIndexes(narrowing, parameters),
    ...askedOf(asked, parameters),
  ];
  const isStraight = asked === null && narrowing.text === null && isEveryGroup(groups);
  return collect(page, columns, "verification_list AS l", conditions, { ...more, isStraight });
}

function inSearch(
  { narrowing, parameters }: Page,
  counting: Exclude<Counting, "own">,
  names: readonly string[],
): [from: string, conditions: string[]] {
  const { groups, asked } = narrowing;
  return [
    "verification_search AS l",
    [
      ...inGroups(groups, parameters),
      ...inIndexes(narrowing, parameters),
      ...(asked?.terms(parameters, counting.terms) ?? []),
      ...(asked?.text(parameters, counting.text, names) ?? []),
      ...(asked?.unnamed(parameters) ?? []),
    ],
  ];
}

/**
 * What has this text in its account's name, the best of them, and all that has it elsewhere, which is little: the
 * verifications of a name may be many and lie all together at the far end of the order.
 */
export const byNames =
  (names: readonly string[]): Way =>
  (page, columns) => {
    const { narrowing, parameters, limit } = page;
    const own = [...inGroups(narrowing.groups, parameters), ...narrowing.ranges(parameters)];
    const text = narrowing.asked?.text(parameters) ?? [];
    const named = bestOfValues(page, "account_name", names, limit);
    return collect(page, columns, "verification_search AS l", [...own, ...text], { beside: named });
  };

/** What all indexes hold of a row, and what those of groups, tags and values do. */
const SEEN = ["l.verification_id", "l.list_group", "l.active_at", "l.created_at", "l.tag"];
const KEYS = [...SEEN, "l.findings_weight", "l.items_with_error"].join(", ");

type Collecting = {
  /** With `found_total`: how many there are, to one more than `most`. */
  counted?: { most: number };
  /** Whether all that is read is found: then it is cheaper to read it twice than to keep it. */
  isStraight?: boolean;
  /** The most that one row can be found; once where it says nothing. */
  times?: number;
  /** The best of what is found elsewhere. */
  beside?: Part;
};

/**
 * What is read once is sorted as it is read; what is counted too, or read again for each stretch, is kept meanwhile, which
 * takes as long again. OFFSET 0 keeps PostgreSQL from going along the order instead, which may have no end.
 */
function collect(page: Page, columns: string, from: string, conditions: string[], more: Collecting = {}): string {
  const { counted, isStraight = false, times = 1, beside } = more;
  const { order, narrowing, parameters } = page;
  const byGroup = order.stretches.some(({ groups }) => groups.length < narrowing.groups.length);
  const needed = ["verification_id", ...(byGroup ? ["list_group"] : []), ...order.columns.map(({ name }) => name)];
  const isKept = (counted !== undefined && !isStraight) || (byGroup && beside !== undefined);
  const all = (keys: string) =>
    `SELECT ${keys} FROM ${from} ${where(conditions)} ${counted ? `LIMIT ${counted.most + 1}` : ""}`;
  const found = all(`${isKept && times > 1 ? "DISTINCT " : ""}${needed.map((name) => `l.${name}`).join(", ")}`);
  const total = `(SELECT count(*) FROM ${isKept ? "found" : `(${all("")}) AS counted`}) AS found_total`;
  const selected = counted ? `${columns}, ${total}` : columns;
  const before = isKept ? `WITH found AS MATERIALIZED (${found})` : "";
  if (byGroup && !beside) {
    const rows = isKept ? byRanks(page, "SELECT * FROM found", 1) : byRanks(page, `${found} OFFSET 0`, times);
    return statement(page, selected, rows, before);
  }
  const part: Part = (stretch, more, keys) => {
    const fitting = byGroup ? [...more, ...inGroups(stretch.groups, parameters)] : more;
    const rows = `SELECT ${keys} FROM ${isKept ? "found" : `(${found} OFFSET 0)`} AS l ${where(fitting)}`;
    const once = isKept ? rows : bestOnce(page, rows, keys, times);
    return beside ? `${once} UNION ${beside(stretch, more, keys)}` : once;
  };
  return statement(page, selected, byStretches(page, part), before);
}
