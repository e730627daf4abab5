/**
 * One place for the list's geometry, so that header, rows and skeleton agree. A row has a fixed height, `--row`, which
 * both the styles and the virtualizer go by. Where the list is narrow a row is a card of two lines, in the same DOM.
 */
export const TABLE = "block text-[0.8125rem] tabular-nums [--row:3.75rem] @4xl:[--row:2.375rem]";

const COLUMNS = "@4xl:grid-cols-[minmax(7rem,11rem)_minmax(0,1fr)_minmax(9.5rem,11.5rem)_7.5rem_5rem_9.5rem_7rem]";

export const HEADER_ROW = `@4xl:grid @4xl:h-8 items-center gap-x-4 px-3 ${COLUMNS}`;

/** The break between the two lines of a card is the pseudo-element. */
export const ROW = `flex h-(--row) flex-wrap content-center items-center gap-x-3 gap-y-0.5 px-3 before:order-4 before:w-full @4xl:grid @4xl:gap-x-4 @4xl:before:hidden ${COLUMNS}`;

export type ColumnId = "tag" | "account" | "documents" | "findings" | "items" | "status" | "activity";

/** Where a cell stands in the card; in the wide list cells follow the order of the columns. */
export const CELL: Record<ColumnId, string> = {
  tag: "order-1 min-w-0 flex-1 @4xl:order-none",
  items: "order-2 @4xl:order-none",
  status: "order-3 @4xl:order-none",
  account: "order-5 min-w-0 flex-1 @4xl:order-none",
  documents: "order-6 @4xl:order-none",
  findings: "order-7 @4xl:order-none",
  activity: "order-8 @4xl:order-none @4xl:text-right",
};

/**
 * Said aloud in the DOM: a table that styles lay out as grid or block loses its meaning in some browsers, and a linter
 * that sees the attribute takes it for a repetition.
 */
export const ROLE = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
