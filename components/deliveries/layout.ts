/**
 * The list's geometry: a row of columns, or, where it is narrower than 56rem, a card of two lines in the same DOM. The
 * break between the two is the pseudo-element.
 */
export const ROW =
  "flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2 before:order-3 before:w-full @[56rem]:grid @[56rem]:grid-cols-[9.5rem_minmax(0,1.6fr)_minmax(7rem,0.8fr)_minmax(11rem,0.7fr)_6rem] @[56rem]:py-1.5 @[56rem]:before:hidden";

export const COLUMN_IDS = ["received", "event", "verification", "outcome", "lag"] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

export const CELL: Record<ColumnId, string> = {
  received: "order-5 block text-muted-foreground @[56rem]:order-none",
  event: "order-1 block min-w-0 flex-1 @[56rem]:order-none",
  verification: "order-4 block min-w-0 flex-1 @[56rem]:order-none",
  outcome: "order-2 flex flex-wrap items-center gap-x-2 @[56rem]:order-none",
  lag: "hidden text-right text-muted-foreground @[56rem]:block",
};
