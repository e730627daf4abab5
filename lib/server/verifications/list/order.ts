import { z } from "zod";
import type { Place } from "#lib/contract/pages.ts";
import { parseInstant } from "#lib/contract/time.ts";
import type { SortKey, VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { type Parameters, readCursor, writeCursor } from "#lib/server/db/list-query.ts";
import { PLACES, type Placed } from "./facets.ts";

type Type = "timestamptz" | "text" | "bigint";
type Column = { name: string; type: Type };

/** Rows that fulfil a condition, as all of a `source` do. `columns` are its order, where all have the others in common. */
type Stretch = { condition: string; place?: number; source?: string; columns?: Column[] };

/**
 * An order of rows `l` of `verification_list`, or of `ordered_summaries`, by columns; the id decides at last. The list is
 * its stretches one after the other, each in the order of an index: rows without a value are the last, whatever the
 * direction. Of a stretch by place the facets say all.
 */
export type Order = {
  sort: VerificationSort;
  columns: Column[];
  direction: "ASC" | "DESC";
  stretches: Stretch[];
  places?: Placed;
  /** The expression for collecting, if it differs from the compared one, with its rows. */
  collected?: string;
  among?(found: string): string;
};
type Compared = Omit<Order, "sort" | "direction">;

const ACTIVITY: Column = { name: "by_activity", type: "timestamptz" };

/** `absent` replaces a value that is not known. */
const byValue = (column: Column, absent: string): Compared => ({
  columns: [column],
  stretches: [{ condition: `l.${column.name} > ${absent}` }, { condition: `l.${column.name} = ${absent}` }],
});

const byNumber = (name: string): Compared => ({
  columns: [{ name, type: "bigint" }, ACTIVITY],
  stretches: [{ condition: "true" }],
});

/** From one place to the next, and by activity within each. */
const byPlace = (places: Placed): Compared => ({
  columns: [ACTIVITY],
  places,
  collected: `by_${places}, by_activity, verification_id`,
  stretches: PLACES.map((place) => ({ condition: `l.by_${places} = ${place}`, place })),
});

/** The value of `reviews.due_rank` of a review that is not open. */
const NOT_OPEN = 12;
const DUE_CREATION: Column = { name: "due_creation", type: "timestamptz" };

/**
 * First open reviews, which an index of `reviews` has in this order: all keys are its own, so that a page begins where the
 * last one ended, and the narrow rows are looked up only where they are asked something. Then the other reviews where
 * reviews alone are asked for, else all files without an open one.
 */
const byDue = (reviewsAlone: boolean): Compared => ({
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

const ORDERS: Record<Exclude<SortKey, "due">, Compared> = {
  last_activity_at: byValue(ACTIVITY, "'-infinity'"),
  created_at: byValue({ name: "by_creation", type: "timestamptz" }, "'-infinity'"),
  tag: byValue({ name: "by_tag", type: "text" }, "''"),
  status: byPlace("status"),
  documents_status: byPlace("documents_status"),
  findings: byNumber("by_findings"),
  items_with_error: byNumber("by_items_with_error"),
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

/** A row's position: its stretch, and its sort values there. */
export type Position = { stretch: number; page_values: string[]; verification_id: string };

/** The same for the page, which compares rows by it. Rows without a value are a stretch of their own. */
export const placeOf = ({ columns }: Order, { stretch, page_values, verification_id }: Position): Place => [
  stretch,
  ...columns.map(({ type }, index) => {
    const value = page_values[index] ?? "";
    if (type === "bigint") return Number(value);
    return type === "timestamptz" ? (parseInstant(value) ?? "") : value;
  }),
  verification_id,
];

/** That a row comes after a position, within the position's stretch, by the last of its values if not by all. */
export const after = (order: Order, { page_values, verification_id: id }: Position, { add }: Parameters): string => {
  const place = order.columns.map(({ type }, index) => `${add(page_values.at(index - order.columns.length))}::${type}`);
  return `(${keys(order).join(", ")}) ${order.direction === "DESC" ? "<" : ">"} (${[...place, add(id)].join(", ")})`;
};

const TEXT = z.string().regex(/^[^\0]{0,1000}$/);
const VALUES: Record<Type, z.ZodType<string>> = {
  timestamptz: z.literal("-infinity").or(z.string().transform(parseInstant).pipe(z.string())),
  bigint: z.string().regex(/^\d{1,15}$/),
  text: TEXT,
};

/** Names the last row of a page. */
export const cursorOf = ({ sort }: Order, { stretch, page_values, verification_id }: Position): string =>
  writeCursor([sort, stretch, page_values, verification_id]);

/**
 * Reads where the last page ended. A cursor of another order, or one that was tampered with, starts again at the first
 * page instead of failing.
 */
export function positionOf(cursor: string | null | undefined, { sort, stretches, columns }: Order): Position | null {
  if (!cursor || cursor.length > 4000) return null;
  const values = z.tuple(columns.map(({ type }) => VALUES[type]) as [z.ZodType<string>]);
  const shape = z.tuple([z.literal(sort), z.int().min(0).lt(stretches.length), values, TEXT.min(1).max(200)]);
  try {
    const [, stretch, page_values, verification_id] = shape.parse(readCursor(cursor));
    return { stretch, page_values, verification_id };
  } catch {
    return null;
  }
}
