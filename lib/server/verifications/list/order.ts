import { z } from "zod";
import { parseInstant } from "#lib/contract/time.ts";
import type { SortKey, VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { type Parameters, readCursor, writeCursor } from "#lib/server/db/list-query.ts";
import { PLACES, type Placed } from "./facets.ts";

type Type = "timestamptz" | "text" | "bigint";
type Column = { name: string; type: Type };

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

const DUE_CREATION: Column = { name: "due_creation", type: "timestamptz" };
const DUE: Column[] = [{ name: "due_rank", type: "bigint" }, DUE_CREATION];

/** What is not open, `reviews.due_rank`. */
const NOT_OPEN = 12;

/**
 * Open reviews, which an index has in this order. All keys are of `reviews`, so that a page begins in the index where the
 * last one ended; nothing is looked up in the list where it is asked nothing.
 */
const OPEN: Stretch = {
  condition: `l.due_rank < ${NOT_OPEN}`,
  source: `(SELECT reviews.verification_id, state, assignee, reasons, due_at, due_rank, reviews.by_creation AS due_creation,
      list.by_creation, by_activity, by_findings, by_items_with_error, facets
    FROM reviews LEFT JOIN verification_list AS list ON list.verification_id = reviews.verification_id
    WHERE state = 'open')`,
};

/** What comes after them: the other reviews where reviews alone are asked for, else all files without an open one. */
const afterOpen = (reviewsAlone: boolean): Stretch => ({
  condition: `l.due_rank = ${NOT_OPEN}`,
  source: reviewsAlone
    ? "(SELECT *, by_creation AS due_creation FROM reviews)"
    : `(SELECT list.*, ${NOT_OPEN} AS due_rank, list.by_creation AS due_creation FROM verification_list AS list
        WHERE NOT EXISTS (
          SELECT FROM reviews WHERE reviews.verification_id = list.verification_id AND reviews.state = 'open'
        ))`,
  columns: [DUE_CREATION],
});

/** Rows with what the order by `due` compares. */
const withDue = (rows: string): string => `(
  SELECT rows.*, COALESCE(reviews.due_rank, ${NOT_OPEN}) AS due_rank,
    COALESCE(reviews.by_creation, rows.by_creation) AS due_creation
  FROM ${rows} AS rows LEFT JOIN reviews ON reviews.verification_id = rows.verification_id AND reviews.state = 'open')`;

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

export function orderOf(sort: VerificationSort, reviewsAlone: boolean): Order {
  const descending = sort.startsWith("-");
  const direction = descending ? "DESC" : "ASC";
  const key = (descending ? sort.slice(1) : sort) as SortKey;
  if (key === "due") {
    return { sort, columns: DUE, direction, stretches: [OPEN, afterOpen(reviewsAlone)], among: withDue };
  }
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

/** A text as the database reads a value of the type; null where it is none. */
const READ: Record<Type, (text: string) => string | null> = {
  timestamptz: (text) => (text === "-infinity" ? text : parseInstant(text)),
  bigint: (text) => (/^\d{1,15}$/.test(text) ? text : null),
  text: (text) => (text.includes("\0") ? null : text),
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
    const [of, stretch, texts, id] = cursorShape.parse(readCursor(cursor));
    const values = order.columns.map(({ type }, index) => READ[type](texts[index] ?? ""));
    const isOfOrder = of === order.sort && order.stretches[stretch] !== undefined && texts.length === values.length;
    return isOfOrder && READ.text(id) !== null && isComplete(values) ? { stretch, values, id } : null;
  } catch {
    return null;
  }
}

const isComplete = (values: (string | null)[]): values is string[] => !values.includes(null);
