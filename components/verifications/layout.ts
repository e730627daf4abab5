/**
 * One place for the list's geometry, so that header, rows and skeleton agree. A row has a fixed height, `--row`, which
 * both the styles and the virtualizer go by. Where the list is narrower than 60rem a row is a card of two lines, in the
 * same DOM.
 */
export const TABLE = "block text-[0.8125rem] tabular-nums [--row:3.75rem] @[60rem]:[--row:2.375rem]";

const COLUMNS =
  "@[60rem]:grid-cols-[minmax(7rem,0.7fr)_minmax(6rem,1.4fr)_minmax(10rem,1.2fr)_6.75rem_5rem_minmax(10.75rem,0.5fr)_7.5rem]";

export const HEADER_ROW = `@[60rem]:grid @[60rem]:h-8 items-center gap-x-4 px-3 ${COLUMNS}`;

/** The break between the two lines of a card is the pseudo-element. */
export const ROW = `flex h-(--row) flex-wrap content-center items-center gap-x-3 gap-y-1 px-3 before:order-4 before:w-full @[60rem]:grid @[60rem]:gap-x-4 @[60rem]:before:hidden ${COLUMNS}`;

export type ColumnId = "tag" | "account" | "documents" | "findings" | "items" | "status" | "activity";

/** Where a cell stands in the card; in the wide list cells follow the order of the columns. */
export const CELL: Record<ColumnId, string> = {
  tag: "order-1 min-w-0 max-w-[55%] @[60rem]:order-none @[60rem]:max-w-none",
  account: "order-2 min-w-0 flex-1 @[60rem]:order-none",
  activity: "order-3 @[60rem]:order-none @[60rem]:text-right",
  status: "order-5 flex min-w-0 flex-1 @[60rem]:order-none",
  documents: "order-6 w-10.5 min-w-0 @lg:w-52 @[60rem]:order-none @[60rem]:w-auto",
  findings: "order-7 w-26 @[60rem]:order-none @[60rem]:w-auto",
  items: "order-3 @[60rem]:order-none",
};

/** What belongs to the filter before fades, but only when the answer takes long enough to be noticed. */
export const OUTDATED = "opacity-60 transition-opacity delay-100 duration-100";

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
