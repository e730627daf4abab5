import type { ComponentType } from "react";
import type { KeyOf } from "./hold-rows.ts";

/** A column of a list; its title is `table.columns.{id}` of the list's words. */
export type Column<Row> = {
  id: string;
  /** Where its cells are: in the wide list in the order of the columns, else in the card. */
  place: string;
  /** Classes with the width of the placeholder while the cell loads. */
  skeleton: string;
  cell: ComponentType<{ row: Row }>;
  /** The text of a cell; a cell whose text changes flashes. */
  value?: (row: Row) => string;
  /** Message of `table` with the column's tooltip. */
  hint?: string;
  /** The order after a first press, which puts rows that need attention first. */
  sort?: string;
};

/** Lines of a cell's tooltip, by column. */
export type Hints<Row> = Record<string, (row: Row) => readonly (string | null | false)[]>;

export type ListDefinition<Row> = {
  keyOf: KeyOf<Row>;
  hrefOf: (row: Row) => string;
  /** The name of a row, where rows can be selected. */
  nameOf?: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** A hook. Tooltips are computed on hover: a title attribute in each cell would be a third of the document. */
  useHints: () => Hints<Row>;
  /** Classes. `table` says `--row`, the height of each row, which both the styles and the window of rows go by. */
  layout: Record<"table" | "head" | "titles" | "row", string>;
};

export type ColumnOrder = {
  /** For `aria-sort`; undefined if the list is in another column's order. */
  current: "ascending" | "descending" | undefined;
  next: string;
};

/** How a column relates to the list's order; a leading minus is descending. `first`: the order after a first press. */
export function columnOrder(first: string, now: string): ColumnOrder {
  const key = first.replace(/^-/, "");
  if (now === key) return { current: "ascending", next: `-${key}` };
  if (now === `-${key}`) return { current: "descending", next: key };
  return { current: undefined, next: first };
}

/**
 * A line over rows of the previous filter, only where the answer takes long enough to be noticed. The rows do not fade:
 * faded text falls below the contrast of WCAG 1.4.3.
 */
export const OUTDATED =
  "relative before:absolute before:inset-x-0 before:top-0 before:z-3 before:h-0.5 before:bg-primary before:transition-opacity before:delay-100 before:starting:opacity-0";

/**
 * Explicit roles: a table with grid or block layout loses its native roles in some browsers, and a linter takes the
 * attributes for a repetition.
 */
export const ROLE = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
