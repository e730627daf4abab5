/**
 * The geometry of an entry: a row of columns, or, where the list is narrower than 56rem, a card in which the outcome
 * stands beside the time.
 */
export const ENTRY =
  "grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-border border-b px-1 py-3 text-[0.8125rem] @[56rem]:grid-cols-[9.5rem_minmax(0,13rem)_minmax(0,1fr)_minmax(0,11rem)] @[56rem]:gap-x-5 @[56rem]:py-2";

export const PART = {
  when: "tabular-nums text-muted-foreground @[56rem]:text-foreground",
  who: "order-3 col-span-2 min-w-0 @[56rem]:order-none @[56rem]:col-span-1",
  what: "order-2 col-span-2 min-w-0 space-y-1 @[56rem]:order-none @[56rem]:col-span-1",
  outcome: "order-1 min-w-0 @[56rem]:order-none",
} as const;
