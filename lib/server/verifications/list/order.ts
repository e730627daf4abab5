import { z } from "zod";
import type { SortKey, VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { type Parameters, readCursor, writeCursor } from "#lib/server/db/list-query.ts";
import { PLACES, type Placed } from "./facets.ts";

type Column = { name: string; type: "timestamptz" | "text" | "bigint" };

const ACTIVITY: Column = { name: "by_activity", type: "timestamptz" };

/**
 * What each order compares; the id decides at last. `absent` replaces a value that is not known. An order by `places`
 * goes from one to the next, and by activity within each.
 */
const ORDERS: Record<Exclude<SortKey, "due">, { columns: Column[]; absent?: string; places?: Placed }> = {
  last_activity_at: { columns: [ACTIVITY], absent: "'-infinity'" },
  created_at: { columns: [{ name: "by_creation", type: "timestamptz" }], absent: "'-infinity'" },
  tag: { columns: [{ name: "by_tag", type: "text" }], absent: "''" },
  status: { columns: [ACTIVITY], places: "status" },
  documents_status: { columns: [ACTIVITY], places: "documents_status" },
  findings: { columns: [{ name: "by_findings", type: "bigint" }, ACTIVITY] },
  items_with_error: { columns: [{ name: "by_items_with_error", type: "bigint" }, ACTIVITY] },
};

/** What is not open, `reviews.due_rank`. */
const NOT_OPEN = 12;

const DUE_CREATION: Column = { name: "due_creation", type: "timestamptz" };

/** By open reviews, which an index of `reviews` has in this order, and then the files that have none. */
const DUE: Omit<Order, "sort" | "direction"> = {
  columns: [{ name: "due_rank", type: "bigint" }, DUE_CREATION],
  stretches: [
    {
      condition: `l.due_rank < ${NOT_OPEN}`,
      source: `(SELECT list.*, reviews.due_rank, reviews.by_creation AS due_creation
        FROM reviews JOIN verification_list AS list USING (verification_id) WHERE reviews.state = 'open')`,
    },
    {
      condition: `l.due_rank = ${NOT_OPEN}`,
      source: `(SELECT list.*, ${NOT_OPEN} AS due_rank, list.by_creation AS due_creation FROM verification_list AS list
        WHERE NOT EXISTS (
          SELECT FROM reviews WHERE reviews.verification_id = list.verification_id AND reviews.state = 'open'
        ))`,
      columns: [DUE_CREATION],
    },
  ],
  among: (rows) => `(SELECT rows.*, COALESCE(reviews.due_rank, ${NOT_OPEN}) AS due_rank,
      COALESCE(reviews.by_creation, rows.by_creation) AS due_creation
    FROM ${rows} AS rows LEFT JOIN reviews ON reviews.verification_id = rows.verification_id AND reviews.state = 'open')`,
};

/** `columns` are those it is in the order of, where not of all: its rows have the others in common. */
export type Stretch = { condition: string; place?: number; source?: string; columns?: Column[] };

/**
 * An order of rows `l` of `verification_list`, or of `ordered_summaries`. The list is its stretches one after the
 * other, each in the order of an index: rows without a value come last, whatever the direction. Of a stretch by place
 * the facets say all.
 */
export type Order = {
  sort: VerificationSort;
  columns: Column[];
  direction: "ASC" | "DESC";
  stretches: Stretch[];
  places?: Placed;
  /** The rows with what it compares, where they lack it. */
  among?(rows: string): string;
};

export function orderOf(sort: VerificationSort): Order {
  const descending = sort.startsWith("-");
  const direction = descending ? "DESC" : "ASC";
  const key = (descending ? sort.slice(1) : sort) as SortKey;
  if (key === "due") return { ...DUE, sort, direction };
  const { columns, absent, places } = ORDERS[key];
  const order = { sort, columns, direction } as const;
  if (places) {
    const [none = 0, ...some] = PLACES;
    const inOrder = [...(descending ? some.toReversed() : some), none];
    return {
      ...order,
      places,
      stretches: inOrder.map((place) => ({ condition: `l.by_${places} = ${place}`, place })),
    };
  }
  const first = `l.${columns[0]?.name}`;
  const stretches = absent === undefined ? ["true"] : [`${first} > ${absent}`, `${first} = ${absent}`];
  return { ...order, stretches: stretches.map((condition) => ({ condition })) };
}

/** The order within a stretch. */
export const within = (order: Order, stretch: number): Order => ({
  ...order,
  columns: order.stretches[stretch]?.columns ?? order.columns,
});

/** Whether the runs of facets are in this order too. */
export const isByTime = ({ columns }: Order): boolean => columns.length === 1 && columns[0]?.type === "timestamptz";

const keys = ({ columns }: Order): string[] => [...columns.map(({ name }) => `l.${name}`), "l.verification_id"];

/** The columns of a row by which it has its place: they are in the index of the order. */
export const keysOf = (order: Order): string => keys(order).join(", ");

/** The number of the stretch that a row is in. */
export const stretchOf = ({ stretches }: Order): string =>
  `CASE ${stretches.map(({ condition }, stretch) => `WHEN ${condition} THEN ${stretch}`).join(" ")} END`;

/** `l.by_activity DESC, l.verification_id DESC` */
export const orderBy = (order: Order): string =>
  keys(order)
    .map((key) => `${key} ${order.direction}`)
    .join(", ");

/** The values by which a row has its place, as text. */
export const valuesOf = ({ columns }: Order): string =>
  `ARRAY[${columns.map(({ name }) => `l.${name}::text`).join(", ")}]`;

/** Where a page ended: the stretch of its last row, its place there, and its id. */
export type Position = { stretch: number; values: string[]; id: string };

/** That a row comes after a position, within the position's stretch, by the last of its values if not by all. */
export const after = (order: Order, { values, id }: Position, { add }: Parameters): string => {
  const place = order.columns.map(({ type }, index) => `${add(values.at(index - order.columns.length))}::${type}`);
  return `(${keys(order).join(", ")}) ${order.direction === "DESC" ? "<" : ">"} (${[...place, add(id)].join(", ")})`;
};

const cursorShape = z.tuple([z.string(), z.int(), z.array(z.string().max(1000)).max(2), z.string().min(1).max(200)]);

const TEXT = {
  timestamptz: /^(-infinity|\d{4,6}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d(:\d\d){0,2})( BC)?)$/,
  bigint: /^\d{1,15}$/,
  text: /^[^\0]*$/,
};

export const cursorOf = ({ sort }: Order, { stretch, values, id }: Position): string =>
  writeCursor([sort, stretch, values, id]);

/**
 * Reads where the last page ended. A cursor of another order, or one that was tampered with, starts again at the first
 * page instead of failing.
 */
export function positionOf(cursor: string | null | undefined, order: Order): Position | null {
  if (!cursor || cursor.length > 4000) return null;
  try {
    const [of, stretch, values, id] = cursorShape.parse(readCursor(cursor));
    const fits =
      of === order.sort &&
      order.stretches[stretch] !== undefined &&
      values.length === order.columns.length &&
      order.columns.every(
        ({ type }, index) => TEXT[type].test(values[index] ?? "") && isRealTime(type, values[index]),
      ) &&
      !id.includes("\0");
    return fits ? { stretch, values, id } : null;
  } catch {
    return null;
  }
}

const isRealTime = (type: string, value = ""): boolean =>
  type !== "timestamptz" || value === "-infinity" || !Number.isNaN(Date.parse(value));
