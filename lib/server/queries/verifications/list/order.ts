import type { SortKey, VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { groupRank, type ListGroup } from "#lib/server/db/list-group.ts";

type Column = { name: string; type: "timestamptz" | "text" | "bigint" };

const ACTIVE: Column = { name: "active_at", type: "timestamptz" };

/** What each order compares, in turn; the id decides at last. `absent` stands for a value that is not known. */
const ORDERS: Record<SortKey, { columns: Column[]; absent?: string; byGroup?: "status" | "documents_status" }> = {
  last_activity_at: { columns: [ACTIVE], absent: "'-infinity'" },
  created_at: { columns: [{ name: "created_at", type: "timestamptz" }], absent: "'-infinity'" },
  tag: { columns: [{ name: "tag", type: "text" }], absent: "''" },
  status: { columns: [ACTIVE], byGroup: "status" },
  documents_status: { columns: [ACTIVE], byGroup: "documents_status" },
  findings: { columns: [{ name: "findings_weight", type: "bigint" }, ACTIVE] },
  items_with_error: { columns: [{ name: "items_with_error", type: "bigint" }, ACTIVE] },
};

/**
 * A stretch of the order that one index holds from end to end: rows of these groups, under this condition. The list is
 * its stretches one after the other.
 */
export type Stretch = { rank: number; groups: ListGroup[]; condition: string | null };

export type Order = {
  key: SortKey;
  columns: Column[];
  direction: "ASC" | "DESC";
  stretches: Stretch[];
};

export function orderOf(sort: VerificationSort, groups: readonly ListGroup[]): Order {
  const descending = sort.startsWith("-");
  const key = (descending ? sort.slice(1) : sort) as SortKey;
  const { columns, absent, byGroup } = ORDERS[key];
  const order = { key, columns, direction: descending ? "DESC" : "ASC" } as const;
  if (byGroup) {
    const ranked = Map.groupBy(groups, (group) => groupRank(group, byGroup, descending));
    const stretches = [...ranked].map(([rank, groups]) => ({ rank, groups, condition: null }));
    return { ...order, stretches: stretches.sort((one, other) => one.rank - other.rank) };
  }
  const whole = { rank: 0, groups: [...groups], condition: null };
  // Downwards, what is not known is last by itself; upwards it is a stretch of its own at the end.
  if (descending || !absent) return { ...order, stretches: [whole] };
  const column = `l.${columns[0]?.name}`;
  return {
    ...order,
    stretches: [
      { ...whole, condition: `${column} > ${absent}` },
      { ...whole, rank: 1, condition: `${column} = ${absent}` },
    ],
  };
}

/** The groups whose verifications have no findings, or no item in error: in these orders they are all alike. */
const LEVEL: Partial<Record<SortKey, (group: ListGroup) => boolean>> = {
  findings: ({ severities }) => severities === 0,
  items_with_error: ({ inError }) => !inError,
};

/** What the first column says of those that are all alike. */
export const LEVEL_VALUE = "0";

/**
 * Of some groups those that this order has all alike, in the order that is left for them: the one by activity, which more
 * indexes hold. Null where it has none.
 */
export function levelOf({ key, direction }: Order, groups: readonly ListGroup[]): Order | null {
  const isLevel = LEVEL[key];
  const level = isLevel ? groups.filter(isLevel) : [];
  if (level.length === 0) return null;
  return {
    key: "last_activity_at",
    columns: [ACTIVE],
    direction,
    stretches: [{ rank: 0, groups: level, condition: null }],
  };
}

/** `l.active_at DESC, l.verification_id DESC` */
export const orderBy = ({ columns, direction }: Order): string =>
  [...columns.map(({ name }) => name), "verification_id"].map((name) => `l.${name} ${direction}`).join(", ");
