import { z } from "zod";
import type { SortKey, VerificationSort } from "#lib/core/contract/verifications/verification-filter.ts";
import type { RowPosition } from "#lib/platform/contract/pages.ts";
import { parseInstant } from "#lib/platform/contract/time.ts";
import { storedInstant } from "#lib/platform/server/db/database.ts";
import { invalidCursor, type Parameters, readCursor, writeCursor } from "#lib/platform/server/db/list-query.ts";
import { PLACES, type PlacedField } from "./facets.ts";

type ColumnType = "timestamptz" | "text" | "bigint" | "date";
type Column = { name: string; type: ColumnType };

/**
 * A part of an order: the rows that match a condition, or all rows of a `source`. `columns`: its own sort columns, if
 * the others are constant.
 */
type Stretch = { condition: string; place?: number; source?: string; columns?: Column[] };

/**
 * An order of rows `l` of `verification_list` or `ordered_summaries` by columns, then by id. The list is its stretches
 * one after the other, each in the order of an index. Rows without a value are last in both directions. In a stretch by
 * place the facets decide the filter.
 */
export type Order = {
  sort: VerificationSort;
  columns: Column[];
  direction: "ASC" | "DESC";
  stretches: Stretch[];
  places?: PlacedField;
  /** The columns to collect, if they differ from the sort columns; `among` computes these from the collected rows. */
  collected?: string;
  among?(found: string): string;
};
type OrderParts = Omit<Order, "sort" | "direction">;

const ACTIVITY: Column = { name: "by_activity", type: "timestamptz" };

/** `absent` is stored in place of a missing value. */
const byValue = (column: Column, absent: string): OrderParts => ({
  columns: [column],
  stretches: [{ condition: `l.${column.name} > ${absent}` }, { condition: `l.${column.name} = ${absent}` }],
});

const byNumber = (name: string): OrderParts => ({
  columns: [{ name, type: "bigint" }, ACTIVITY],
  stretches: [{ condition: "true" }],
});

/** By place, and by activity within a place. */
const byPlace = (places: PlacedField): OrderParts => ({
  columns: [ACTIVITY],
  places,
  collected: `by_${places}, by_activity, verification_id`,
  stretches: PLACES.map((place) => ({ condition: `l.by_${places} = ${place}`, place })),
});

/** The value of `reviews.due_rank` of a review that is not open. */
const NOT_OPEN = 12;
const DUE_CREATION: Column = { name: "due_creation", type: "timestamptz" };

/**
 * First open reviews, by an index of `reviews` with all sort columns, so that a page begins where the last one ended;
 * `verification_list` is joined only if a condition needs it. Then, for filters by reviews alone, the other reviews,
 * else all files without an open review.
 */
const byDue = (reviewsAlone: boolean): OrderParts => ({
  columns: [{ name: "due_rank", type: "bigint" }, DUE_CREATION],
  stretches: [
    {
      condition: `l.due_rank < ${NOT_OPEN}`,
      source: `(SELECT reviews.verification_id, state, assignee, reasons, due_at, due_rank,
          reviews.by_creation AS due_creation, list.by_creation, by_activity, by_findings, by_items_with_error, facets
        FROM reviews LEFT JOIN verification_list AS list ON list.verification_id = reviews.verification_id
        WHERE state = 'open')`,
    },
    {
      condition: `l.due_rank = ${NOT_OPEN}`,
      source: reviewsAlone
        ? `(SELECT *, by_creation AS due_creation FROM reviews WHERE due_rank = ${NOT_OPEN})`
        : `(SELECT *, ${NOT_OPEN} AS due_rank, by_creation AS due_creation FROM verification_list AS list WHERE NOT EXISTS (
            SELECT FROM reviews WHERE reviews.verification_id = list.verification_id AND state = 'open'))`,
      columns: [DUE_CREATION],
    },
  ],
  collected: "by_creation, verification_id",
  among: (found) => `(SELECT verification_id, COALESCE(due_rank, ${NOT_OPEN}) AS due_rank,
      COALESCE(reviews.by_creation, found.by_creation) AS due_creation
    FROM ${found} AS found LEFT JOIN (SELECT * FROM reviews WHERE state = 'open') AS reviews USING (verification_id))`,
});

const CREATION: Column = { name: "by_creation", type: "timestamptz" };

type DayColumn = "due_on" | "relation_since" | "checked_at" | "next_check_on";

/** By a day of `file_dates`, then all files without one. */
function byDay(column: DayColumn, type: "date" | "timestamptz"): OrderParts {
  const never = `'infinity'::${type}`;
  const known = `FROM file_dates AS dates JOIN verification_list AS list ON list.verification_id = dates.verification_id
        WHERE dates.${column} IS NOT NULL`;
  const unknown = `FROM verification_list AS list WHERE NOT EXISTS (
        SELECT FROM file_dates AS dates WHERE dates.verification_id = list.verification_id AND ${column} IS NOT NULL)`;
  return {
    columns: [{ name: "by_day", type }, CREATION],
    stretches: [
      {
        condition: `l.by_day < ${never}`,
        source: `(SELECT dates.verification_id, ${column} AS by_day, list.by_creation, by_activity, by_findings, by_items_with_error, facets ${known})`,
      },
      {
        condition: `l.by_day = ${never}`,
        source: `(SELECT *, ${never} AS by_day ${unknown})`,
        columns: [CREATION],
      },
    ],
    collected: "by_creation, verification_id",
    among: (found) => `(SELECT verification_id, found.by_creation, COALESCE(${column}, ${never}) AS by_day
      FROM ${found} AS found LEFT JOIN file_dates USING (verification_id))`,
  };
}

const ORDERS: Record<Exclude<SortKey, "due">, OrderParts> = {
  last_activity_at: byValue(ACTIVITY, "'-infinity'"),
  created_at: byValue(CREATION, "'-infinity'"),
  tag: byValue({ name: "by_tag", type: "text" }, "''"),
  status: byPlace("status"),
  documents_status: byPlace("documents_status"),
  findings: byNumber("by_findings"),
  items_with_error: byNumber("by_items_with_error"),
  next_date: byDay("due_on", "date"),
  relation_since: byDay("relation_since", "date"),
  checked_at: byDay("checked_at", "timestamptz"),
  next_check_on: byDay("next_check_on", "date"),
};

export function orderOf(sort: VerificationSort, reviewsAlone: boolean): Order {
  const descending = sort.startsWith("-");
  const key = (descending ? sort.slice(1) : sort) as SortKey;
  const { stretches, ...compared } = key === "due" ? byDue(reviewsAlone) : ORDERS[key];
  const some = stretches.slice(0, -1);
  const inOrder = [...(descending ? some.toReversed() : some), ...stretches.slice(-1)];
  return { ...compared, sort, direction: descending ? "DESC" : "ASC", stretches: inOrder };
}

export const within = (order: Order, stretch: number): Order => ({
  ...order,
  columns: order.stretches[stretch]?.columns ?? order.columns,
});

/** Whether the order is by a time alone, as the index ranges of facets are. */
export const isByTime = ({ columns }: Order): boolean => columns.length === 1 && columns[0]?.type === "timestamptz";

const keys = ({ columns }: Order): string[] => [...columns.map(({ name }) => `l.${name}`), "l.verification_id"];

/** SQL: the sort columns of a row and its id. */
export const keysOf = (order: Order): string => keys(order).join(", ");

/** SQL: the number of a row's stretch. */
export const stretchOf = ({ stretches }: Order): string =>
  `CASE ${stretches.map(({ condition }, stretch) => `WHEN ${condition} THEN ${stretch}`).join(" ")} END`;

/** `l.by_activity DESC, l.verification_id DESC` */
export const orderBy = (order: Order): string =>
  keys(order)
    .map((key) => `${key} ${order.direction}`)
    .join(", ");

/** SQL: the sort values of a row, as text. */
export const valuesOf = ({ columns }: Order): string =>
  `ARRAY[${columns.map(({ name }) => `l.${name}::text`).join(", ")}]`;

/** The position of a row: its stretch, and its sort values there. */
export type Position = { stretch: number; page_values: string[]; verification_id: string };

/** A position for the browser, which compares rows by it. Rows without a value have their own stretch. */
export const placeOf = ({ columns }: Order, { stretch, page_values, verification_id }: Position): RowPosition => [
  stretch,
  ...columns.map(({ type }, index) => {
    const value = page_values[index] ?? "";
    if (type === "bigint") return Number(value);
    return type === "timestamptz" ? (storedInstant(value) ?? "") : value;
  }),
  verification_id,
];

/** SQL: whether a row comes after a position within its stretch, whose columns are the last of the sort values. */
export const after = (order: Order, { page_values, verification_id: id }: Position, { add }: Parameters): string => {
  const place = order.columns.map(({ type }, index) => `${add(page_values.at(index - order.columns.length))}::${type}`);
  return `(${keys(order).join(", ")}) ${order.direction === "DESC" ? "<" : ">"} (${[...place, add(id)].join(", ")})`;
};

const TEXT = z.string().regex(/^[^\0]{0,1000}$/);
const VALUES: Record<ColumnType, z.ZodType<string>> = {
  timestamptz: z.literal(["-infinity", "infinity"]).or(z.string().transform(parseInstant).pipe(z.string())),
  date: z.iso.date().or(z.literal("infinity")),
  bigint: z.string().regex(/^\d{1,15}$/),
  text: TEXT,
};

/** The cursor of the last row of a page. */
export const cursorOf = ({ sort }: Order, { stretch, page_values, verification_id }: Position): string =>
  writeCursor([sort, stretch, page_values, verification_id]);

/**
 * Reads the position from a cursor; null for the first page. Throws VALIDATION_ERROR, which names the parameter, if the
 * cursor is invalid or of another order.
 */
export function positionOf(
  cursor: string | null | undefined,
  { sort, stretches, columns }: Order,
  name?: string,
): Position | null {
  if (!cursor) return null;
  const values = z.tuple(columns.map(({ type }) => VALUES[type]) as [z.ZodType<string>]);
  const shape = z.tuple([z.literal(sort), z.int().min(0).lt(stretches.length), values, TEXT.min(1).max(200)]);
  try {
    const [, stretch, page_values, verification_id] = shape.parse(readCursor(cursor));
    return { stretch, page_values, verification_id };
  } catch {
    throw invalidCursor(name);
  }
}
