import { askedOf, codes, inGroups, type Narrowing, type Parameters, where } from "./list-conditions.ts";
import type { Position } from "./list-cursor.ts";
import { type Order, orderBy, type Stretch } from "./list-order.ts";
import type { Counting } from "./list-sample.ts";

type Page = { narrowing: Narrowing; order: Order; position: Position | null; limit: number; parameters: Parameters };

/** Selects that stand for `verification_list AS l` and are as good as it. */
type Part = (stretch: Stretch, conditions: string[], columns: string) => string;

/** The statement of one page: its keys by stretches, and then the rows themselves, which are wide. */
function statement(page: Page, columns: string, part: Part, before = ""): string {
  const { order, position, limit, parameters } = page;
  const stretches = order.stretches.filter(({ rank }) => position === null || rank >= position.rank);
  const keys = order.columns.map(({ name }) => `l.${name}`).join(", ");
  // Each stretch is read only if those before it did not fill the page.
  const parts = stretches.map((stretch) => {
    const conditions = stretch.condition ? [stretch.condition] : [];
    if (position?.rank === stretch.rank) conditions.push(after(order, position, parameters));
    return `SELECT * FROM (
      SELECT ${stretch.rank} AS rank, l.* FROM (${part(stretch, conditions, `l.verification_id, ${keys}`)}) AS l
      ORDER BY ${orderBy(order)} LIMIT ${limit}
    ) AS stretch`;
  });
  const values = order.columns.map(({ name }) => `l.${name}::text`).join(", ");
  return `${before} SELECT ${columns}, l.rank AS page_rank, ARRAY[${values}] AS page_values
    FROM (${parts.join(" UNION ALL ")} LIMIT ${limit}) AS l
    JOIN verification_summaries AS summary USING (verification_id)
    ORDER BY l.rank, ${orderBy(order)}`;
}

function after({ columns, direction }: Order, position: Position, { add }: Parameters): string {
  const names = [...columns.map(({ name }) => `l.${name}`), "l.verification_id"];
  const values = columns.map(({ type }, index) => `${add(position.values[index])}::${type}`);
  return `(${names.join(", ")}) ${direction === "DESC" ? "<" : ">"} (${[...values, add(position.id)].join(", ")})`;
}

/** The best of every group, merged: each row that is looked at is a row that is found, but for what it is asked. */
export function byGroups(page: Page, columns: string): string {
  const { narrowing, order, limit, parameters } = page;
  const own = [...narrowing.ranges(parameters), ...askedOf(narrowing.asked, parameters)];
  return statement(
    page,
    columns,
    ({ groups }, conditions, keys) => `SELECT ${keys} FROM unnest(${parameters.add(codes(groups))}::int[]) AS g(code)
      CROSS JOIN LATERAL (
        SELECT ${keys} FROM verification_list AS l
        ${where(["l.list_group = g.code", ...conditions, ...own])}
        ORDER BY ${orderBy(order)} LIMIT ${limit}
      ) AS l`,
  );
}

/** The same among the rows of labels, or of codes. One with two of them is found twice, and counts once. */
export function byValues(page: Page, columns: string): string {
  const { narrowing, order, limit, parameters } = page;
  const { values } = narrowing;
  if (!values) throw new Error("no list of labels or of codes to go by");
  const chosen = parameters.add(values.values);
  const ranges = narrowing.ranges(parameters);
  return statement(
    page,
    columns,
    (
      { groups },
      conditions,
      keys,
    ) => `SELECT DISTINCT ${keys} FROM unnest(${parameters.add(codes(groups))}::int[]) AS g(code)
      CROSS JOIN unnest(${chosen}::text[]) AS c(value)
      CROSS JOIN LATERAL (
        SELECT ${keys} FROM verification_list_values AS l
        ${where([`l.kind = '${values.kind}'`, "l.value = c.value", "l.list_group = g.code", ...conditions, ...ranges])}
        ORDER BY ${orderBy(order)} LIMIT ${limit}
      ) AS l`,
  );
}

/** Along the order's own index, each row asked whether it fits: good where many do. */
export function byWalking(page: Page, columns: string): string {
  return walk(page, columns, null);
}

/**
 * The same for a few steps only: what fits may lie all together at the far end. A page that it does not fill from its
 * first stretch has to be found in another way.
 */
export const bySteps =
  (steps: number) =>
  (page: Page, columns: string): string =>
    walk(page, columns, steps);

function walk(page: Page, columns: string, steps: number | null): string {
  const { narrowing, order, parameters } = page;
  const own = [...narrowing.ranges(parameters), ...bounds(order, narrowing)];
  const asked = askedOf(narrowing.asked, parameters);
  return statement(page, columns, ({ groups }, more, keys) => {
    const conditions = [...more, ...inGroups(groups, parameters), ...own];
    if (steps === null) return `SELECT ${keys} FROM verification_list AS l ${where([...conditions, ...asked])}`;
    return `SELECT ${keys} FROM (
      SELECT ${keys}, l.terms, l.searched FROM verification_list AS l
      ${where(conditions)} ORDER BY ${orderBy(order)} LIMIT ${steps}
    ) AS l ${where(asked)}`;
  });
}

/** All that fit, then the best of them: good where few do. */
export function byCollecting(page: Page, columns: string): string {
  const { narrowing, parameters } = page;
  const { groups, ranges, asked, values, created } = narrowing;
  if (values && !created) return collect(page, columns, among(values, narrowing, parameters), ranges(parameters));
  const conditions = [...inGroups(groups, parameters), ...ranges(parameters), ...askedOf(asked, parameters)];
  return collect(page, columns, "verification_list AS l", conditions);
}

/**
 * The same, in each row with how many there are to one more than `most`: `found_total`. Where there are more, the rows
 * are not the best.
 */
export const byCounting =
  (counting: Counting, most: number) =>
  (page: Page, columns: string): string => {
    const { groups, ranges, asked } = page.narrowing;
    const indexed = counting.by === "index" ? counting : { terms: false, text: false };
    const conditions = [
      ...inGroups(groups, page.parameters),
      ...ranges(page.parameters),
      ...asked.terms(page.parameters, indexed.terms),
      ...asked.text(page.parameters, indexed.text),
      ...asked.unnamed(page.parameters),
    ];
    const table = counting.by === "index" ? "verification_search" : "verification_list";
    return collect(page, `${columns}, (SELECT count(*) FROM found) AS found_total`, `${table} AS l`, conditions, most);
  };

const KEYS = "l.verification_id, l.list_group, l.active_at, l.created_at, l.tag, l.findings_weight, l.items_with_error";

function collect(page: Page, columns: string, from: string, conditions: string[], most?: number): string {
  const limit = most === undefined ? "" : `LIMIT ${most + 1}`;
  return statement(
    page,
    columns,
    ({ groups }, more, keys) =>
      `SELECT ${keys} FROM found AS l ${where([...more, ...inGroups(groups, page.parameters)])}`,
    `WITH found AS MATERIALIZED (SELECT ${KEYS} FROM ${from} ${where(conditions)} ${limit})`,
  );
}

/** Those of a label or a code are few next to those of a group: they are where to begin, if nothing else narrows more. */
function among(
  { kind, values }: NonNullable<Narrowing["values"]>,
  { groups }: Narrowing,
  parameters: Parameters,
): string {
  const conditions = [`l.kind = '${kind}'`, `l.value = ANY (${parameters.add(values)}::text[])`];
  return `(
    SELECT DISTINCT l.verification_id FROM verification_list_values AS l
    ${where([...conditions, ...inGroups(groups, parameters)])} OFFSET 0
  ) AS valued JOIN verification_list AS l USING (verification_id)`;
}

/** Where in an order the groups can begin and end at all: high findings are not looked for among those without any. */
function bounds({ key }: Order, { groups }: Narrowing): string[] {
  if (key === "items_with_error" && groups.every(({ inError }) => inError)) return ["l.items_with_error > 0"];
  if (key !== "findings") return [];
  const least = Math.min(...groups.map(({ severities }) => weight(severities)));
  const high = groups.some(({ severities }) => severities >= 4);
  return [...(least > 0 ? [`l.findings_weight >= ${least}`] : []), ...(high ? [] : ["l.findings_weight < 100000000"])];
}

/** The least weight of findings of these severities. */
const weight = (severities: number): number =>
  (severities & 4 ? 100_000_000 : 0) + (severities & 2 ? 10_000 : 0) + (severities & 1);
