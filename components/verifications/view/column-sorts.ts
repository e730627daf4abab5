import type { SortKey, VerificationSort } from "#lib/contract/verifications/verification-filter.ts";

/** What a column can be ordered by, and which way a first press orders it: what asks for attention first. */
type ColumnSort = { key: SortKey; first: VerificationSort };

const SORTS = new Map<string, ColumnSort>([
  ["tag", { key: "tag", first: "tag" }],
  ["documents", { key: "documents_status", first: "documents_status" }],
  ["findings", { key: "findings", first: "-findings" }],
  ["items", { key: "items_with_error", first: "-items_with_error" }],
  ["status", { key: "status", first: "-status" }],
  ["created", { key: "created_at", first: "-created_at" }],
  ["activity", { key: "last_activity_at", first: "-last_activity_at" }],
]);

export type ColumnOrder = {
  /** As `aria-sort` has it; undefined where the list is in another column's order. */
  current: "ascending" | "descending" | undefined;
  /** What the next press asks for. */
  next: VerificationSort;
};

/** How a column stands to the list's order; null for one that orders nothing. */
export function columnOrder(column: string, sort: VerificationSort): ColumnOrder | null {
  const entry = SORTS.get(column);
  if (!entry) return null;
  const { key, first } = entry;
  if (sort === key) return { current: "ascending", next: `-${key}` };
  if (sort === `-${key}`) return { current: "descending", next: key };
  return { current: undefined, next: first };
}
