/** What kind of fact changed; tells the browser which queries to ask again. */
export const FACT_KINDS = [
  "status",
  "documents_status",
  "findings",
  "items",
  "labels",
  "people",
  "snapshot",
  "delivery",
  "erased",
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** One SSE message: what changed about which verification. It carries no data, so there is nothing to get wrong. */
export type LiveMessage = { verification_id: string; kinds: FactKind[] };
