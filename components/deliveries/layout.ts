/** The list's geometry: a row of columns, or, where it is narrower than 56rem, a card of two lines in the same DOM. */
export const ROW =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-3 py-2 @[56rem]:grid-cols-[9.5rem_minmax(0,1.6fr)_minmax(7rem,0.8fr)_minmax(11rem,0.7fr)_6rem] @[56rem]:py-1.5";

export const CELL = {
  received: "order-4 block text-right text-muted-foreground @[56rem]:order-none @[56rem]:text-left",
  event: "order-1 block min-w-0 @[56rem]:order-none",
  verification: "order-3 block min-w-0 @[56rem]:order-none",
  outcome: "order-2 flex flex-wrap items-center gap-x-2 @[56rem]:order-none",
  lag: "hidden text-right text-muted-foreground @[56rem]:block",
} as const;
