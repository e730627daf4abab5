/**
 * One place for the list's geometry, so that header, rows and skeleton agree. A row has a fixed height, `--row`; where the
 * list is narrower than 56rem it is a card of two lines, in the same DOM.
 */
export const TABLE =
  "block text-[0.8125rem] tabular-nums [--row:3.75rem] @[56rem]:[--row:2.375rem] @[56rem]:in-data-[density=compact]:[--row:1.875rem]";

const COLUMNS = "@[56rem]:grid-cols-[minmax(12rem,1.6fr)_7.5rem_minmax(15rem,1.2fr)_minmax(7rem,0.8fr)_7rem]";

export const HEADER_ROW = `@[56rem]:grid @[56rem]:h-8 items-center gap-x-4 px-3 ${COLUMNS}`;

/** The break between the two lines of a card is the pseudo-element. */
export const ROW = `flex h-(--row) flex-wrap content-center items-center gap-x-3 gap-y-1 px-3 before:order-3 before:w-full @[56rem]:grid @[56rem]:gap-x-4 @[56rem]:before:hidden ${COLUMNS}`;

export const COLUMN_IDS = ["name", "curp", "outcome", "verification", "at"] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

/** Where a cell stands in the card; in the wide list cells follow the order of the columns. */
export const CELL: Record<ColumnId, string> = {
  name: "order-1 block min-w-0 flex-1 @[56rem]:order-none",
  curp: "order-2 block @[56rem]:order-none",
  outcome: "order-4 flex min-w-0 flex-1 @[56rem]:order-none",
  verification: "order-5 block min-w-0 max-w-[40%] @[56rem]:order-none @[56rem]:max-w-none",
  at: "hidden text-right @[56rem]:block",
};
