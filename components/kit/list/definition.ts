import type { ComponentType } from "react";
import type { Messages } from "#messages/types.ts";
import type { KeyOf } from "./hold-rows.ts";

type Titles<Name extends "deliveries" | "people" | "verifications"> = Messages[Name]["table"]["columns"];
type ColumnName = keyof (Titles<"deliveries"> & Titles<"people"> & Titles<"verifications">);

/** A column of a list; its title is `table.columns.{id}` of the list's messages. */
export type Column<Row> = {
  id: ColumnName;
  /** The class of its cells: the order of columns in the wide list, the position in a card. */
  place: string;
  /** Classes of the placeholder of a loading cell, with its width. */
  skeleton: string;
  cell: ComponentType<{ row: Row }>;
  /** The text of a cell; a cell whose text changes flashes. */
  value?: (row: Row) => string;
  /** Message of `table` with the column's tooltip. */
  hint?: string;
  /** The order after the first press of the title: rows that need attention come first. */
  sort?: string;
};

/** Lines of a cell's tooltip by column. */
export type Hints<Row> = Record<string, (row: Row) => readonly (string | null | false)[]>;

export type ListDefinition<Row> = {
  keyOf: KeyOf<Row>;
  hrefOf: (row: Row) => string;
  /** The name of a row in lists with selectable rows. */
  nameOf?: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** A hook. Tooltips are computed on hover: a title attribute in each cell would add a third to the document's size. */
  useHints: () => Hints<Row>;
  /** Classes. `table` sets `--row`, the height of each row, for the styles and for the rendered window of rows. */
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
 * A line above the rows of the previous filter, shown only after a delay. The rows do not fade: faded text has less
 * contrast than WCAG 1.4.3 requires.
 */
export const OUTDATED_CLASS =
  "relative before:absolute before:inset-x-0 before:top-0 before:z-3 before:h-0.5 before:bg-primary before:transition-opacity before:delay-100 before:starting:opacity-0";

/**
 * Explicit roles: some browsers drop the native roles of a table with grid or block layout. Elements spread them, since
 * a linter reports role attributes on native elements as redundant.
 */
export const TABLE_ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
