import { lagClasses } from "#lib/server/db/list-lag.ts";
import { type Parameters, where } from "#lib/server/queries/statement.ts";
import { codes, inGroups, type Narrowing } from "./conditions.ts";
import type { Page as Wanted } from "./find.ts";
import { type Order, orderBy, type Stretch } from "./order.ts";

/* Where rows of the list come from in its orders: each source by the indexes that hold it so. */

export type Page = Wanted & { parameters: Parameters };

/** Selects these columns of rows `l` of a stretch, under more conditions, in any order: at least the best of them. */
export type Part = (stretch: Stretch, conditions: string[], columns: string) => string;

/** A part that has the best `most` rows, but for what is asked. */
type Source = (page: Page, most: number) => Part;

/** Along the order's own index. */
const order: Source = ({ narrowing, order, parameters }) => {
  const own = narrowing.ranges(parameters);
  return ({ groups }, more, keys) => {
    const conditions = [...more, ...inGroups(groups, parameters), ...own, ...bounds(order, narrowing)];
    return `SELECT ${keys} FROM verification_list AS l ${where(conditions)}`;
  };
};

/** The best of every group: each row that is looked at is a row that is found. */
const groups: Source = ({ narrowing, order, parameters }, most) => {
  const own = narrowing.ranges(parameters);
  return ({ groups }, more, keys) =>
    `SELECT ${keys} FROM unnest(${parameters.add(codes(groups))}::int[]) AS g(code)
      CROSS JOIN LATERAL (
        SELECT ${keys} FROM verification_list AS l ${where(["l.list_group = g.code", ...more, ...own])}
        ORDER BY ${orderBy(order)} LIMIT ${most}
      ) AS l`;
};

/** The best of every class of lags, for a range of one time in the order of the other. */
const lags: Source = ({ narrowing, order, position, parameters }, most) => {
  const { columns, direction } = order;
  const own = narrowing.ranges(parameters);
  const classes = lagClasses(narrowing).map(({ code, least, most }) => `(${code}, ${least}::int, ${most}::int)`);
  return ({ rank, groups }, more, keys) => {
    const begun = position?.rank === rank ? { at: position.values[0] ?? "", direction } : null;
    const bounds = narrowing.lagBounds(columns[0]?.name ?? "", begun, parameters);
    return `SELECT ${keys} FROM (VALUES ${classes.join(", ")}) AS g(code, least, most)
      CROSS JOIN LATERAL (
        SELECT ${keys} FROM verification_list AS l
        ${where(["l.lag_class = g.code", ...bounds, ...more, ...inGroups(groups, parameters), ...own])}
        ORDER BY ${orderBy(order)} LIMIT ${most}
      ) AS l`;
  };
};

/** The best of the rows of labels, of codes or of accounts. One with two of them is found twice, and counts once. */
const values: Source = (page, most) => {
  const { values } = page.narrowing;
  if (!values) throw new Error("no list of labels, codes or accounts to go by");
  return bestOfValues(page, values.kind, values.values, most);
};

export function bestOfValues(page: Page, kind: string, values: readonly string[], most: number): Part {
  const { narrowing, order, parameters } = page;
  const chosen = parameters.add(values);
  const chosenValue = [`l.kind = '${kind}'`, "l.value = c.value"];
  const own = narrowing.ranges(parameters);
  // Their index by activity is in groups, the one by creation is not.
  const inOrder = order.key === "created_at";
  return ({ groups }, more, keys) => {
    const each = inOrder ? "" : `unnest(${parameters.add(codes(groups))}::int[]) AS g(code) CROSS JOIN`;
    const grouped = inOrder ? inGroups(groups, parameters) : ["l.list_group = g.code"];
    const rows = `SELECT ${keys} FROM ${each} unnest(${chosen}::text[]) AS c(value)
      CROSS JOIN LATERAL (
        SELECT ${keys} FROM verification_list_values AS l ${where([...chosenValue, ...grouped, ...more, ...own])}
        ORDER BY ${orderBy(order)} LIMIT ${most}
      ) AS l`;
    return bestOnce({ ...page, limit: most }, rows, keys, values.length);
  };
}

export const SOURCES = { order, groups, lags, values };

export type Via = keyof typeof SOURCES;

/** Each row once, of the best so many that a page of them is among them: to tell all of them apart would be to sort them. */
export const bestOnce = ({ order, limit }: Page, rows: string, keys: string, times: number): string =>
  times === 1
    ? rows
    : `SELECT DISTINCT ${keys} FROM (SELECT * FROM (${rows}) AS l ORDER BY ${orderBy(order)} LIMIT ${limit * times}) AS l`;

/** Where in an order the groups can end at all: high findings are not looked for among those without any. */
export function bounds({ key }: Order, { groups }: Narrowing): string[] {
  if (key === "items_with_error" && groups.every(({ inError }) => inError)) return ["l.items_with_error > 0"];
  if (key !== "findings") return [];
  const least = Math.min(...groups.map(({ severities }) => weight(severities)));
  return least > 0 ? [`l.findings_weight >= ${least}`] : [];
}

/** The least weight of findings of these severities. */
const weight = (severities: number): number =>
  (severities & 4 ? 100_000_000 : 0) + (severities & 2 ? 10_000 : 0) + (severities & 1);
