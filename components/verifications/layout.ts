/**
 * One place for the list's geometry, so that header, rows and skeleton agree. A row has a fixed height, `--row`, which
 * both the styles and the virtualizer go by; the density that the reader chose stands on the document. Where the list is
 * narrower than 60rem a row is a card of two lines, in the same DOM; labels and creation come with more width.
 */
export const TABLE =
  "block text-[0.8125rem] tabular-nums [--row:3.75rem] in-data-[density=compact]:[--row:3.25rem] @[60rem]:[--row:2.375rem] @[60rem]:in-data-[density=compact]:[--row:1.875rem]";

/** Columns of words are never narrower than their longest word in either language, however wide the list is. */
const COLUMNS = [
  "@[60rem]:grid-cols-[minmax(6.25rem,0.7fr)_minmax(6rem,1.4fr)_minmax(11.75rem,0.6fr)_6.25rem_4.75rem_minmax(8.75rem,0.4fr)_7rem]",
  "@[67rem]:grid-cols-[minmax(6.25rem,0.6fr)_minmax(6rem,1.2fr)_minmax(11.75rem,0.4fr)_6.25rem_4.75rem_minmax(7rem,1fr)_minmax(8.75rem,0.3fr)_7rem]",
  "@[72rem]:gap-x-3 @[72rem]:grid-cols-[minmax(6.25rem,0.6fr)_minmax(6rem,1.2fr)_minmax(11.75rem,0.4fr)_6.25rem_4.75rem_minmax(8.75rem,1fr)_minmax(8.75rem,0.3fr)_4.5rem_7rem]",
].join(" ");

export const HEADER_ROW = `@[60rem]:grid @[60rem]:h-8 items-center gap-x-4 px-3 ${COLUMNS}`;

/** The break between the two lines of a card is the pseudo-element. */
export const ROW = `flex h-(--row) flex-wrap content-center items-center gap-x-3 gap-y-1 px-3 before:order-4 before:w-full @[60rem]:grid @[60rem]:gap-x-4 @[60rem]:before:hidden ${COLUMNS}`;

export const COLUMN_IDS = [
  "tag",
  "account",
  "documents",
  "findings",
  "items",
  "labels",
  "status",
  "created",
  "activity",
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

/** Where a cell stands in the card; in the wide list cells follow the order of the columns. */
export const CELL: Record<ColumnId, string> = {
  tag: "block order-1 min-w-0 max-w-[55%] @[60rem]:order-none @[60rem]:max-w-none",
  account: "block order-2 min-w-0 flex-1 @[60rem]:order-none",
  activity: "block order-3 @[60rem]:order-none @[60rem]:text-right",
  status: "order-5 flex min-w-0 flex-1 @[60rem]:order-none",
  documents: "block order-6 w-10.5 min-w-0 @lg:w-52 @[60rem]:order-none @[60rem]:w-auto",
  findings: "block order-7 w-26 @[60rem]:order-none @[60rem]:w-auto",
  items: "block order-3 @[60rem]:order-none",
  labels: "hidden min-w-0 @[67rem]:block",
  created: "hidden min-w-0 @[72rem]:block",
};
