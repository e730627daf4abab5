import { bigint, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { id, instant } from "#lib/server/db/columns.ts";

/** What orders and narrows the list. Absent values have a place in the order here (`-infinity`, the empty text). */
const ordered = () => ({
  /** Status, documents_status, severities and whether an item is in error, in one number (`lib/server/db/list-group.ts`). */
  list_group: integer().notNull(),
  active_at: instant().notNull(),
  created_at: instant().notNull(),
  tag: id().notNull(),
  findings_weight: bigint({ mode: "number" }).notNull(),
  items_with_error: integer().notNull(),
});

const row = () => ({
  verification_id: id().primaryKey(),
  ...ordered(),
  /** Labels, codes of items in error, the account and its name, each after its kind: `label:vip`. */
  terms: text().array().notNull(),
});

type Columns = Parameters<ReturnType<typeof index>["on"]>;

/** The order of its first columns, with what else narrows or orders the list behind them: a page is read from it alone. */
const covering = (name: string, [first, ...then]: Columns, covered: readonly Columns[number][]) =>
  index(name).on(first, ...then, ...covered.filter((column) => column !== first && !then.includes(column)));

/**
 * The list in each of its orders, computed from `verification_summaries` in the batch that changed it
 * (`lib/server/projections/list-rows.ts`): narrow rows with the indexes, so that the wide ones need hardly any. A
 * comparison with null would end a keyset page, hence no column has one.
 */
export const verificationList = pgTable(
  "verification_list",
  {
    ...row(),
    /** `lib/server/db/list-lag.ts` */
    lag_class: smallint().notNull(),
    /** Id, tag and account in small letters, a line each, after an empty one. */
    searched: text().notNull(),
  },
  (table) => {
    const { verification_id, list_group, active_at, created_at, tag, findings_weight, items_with_error, lag_class } =
      table;
    const usual = [list_group, created_at, active_at, tag];
    const all = [...usual, findings_weight, items_with_error];
    return [
      covering("verification_list_active", [active_at, verification_id], usual),
      covering("verification_list_created", [created_at, verification_id], usual),
      covering("verification_list_tag", [tag, verification_id], all),
      covering("verification_list_findings", [findings_weight, active_at, verification_id], usual),
      covering("verification_list_errors", [items_with_error, active_at, verification_id], usual),
      covering("verification_list_group_active", [list_group, active_at, verification_id], all),
      covering("verification_list_group_created", [list_group, created_at, verification_id], all),
      covering("verification_list_lag_active", [lag_class, active_at, verification_id], usual),
      covering("verification_list_lag_created", [lag_class, created_at, verification_id], usual),
    ];
  },
);

/**
 * The same rows once more, found by their text and terms: that index is dear to write, and here it only is when these
 * change, since nothing else that does is indexed (heap-only updates).
 */
export const verificationSearch = pgTable(
  "verification_search",
  {
    ...row(),
    /** Id and tag in small letters, a line each, after an empty one. Accounts' names are few, and values. */
    searched: text().notNull(),
  },
  (table) => [index("verification_search_found").using("gin", table.searched.op("gin_trgm_ops"), table.terms)],
);

/** One row a label, a code of an item in error, the account and its name, each with what it is counted and ordered by. */
export const verificationListValues = pgTable(
  "verification_list_values",
  {
    verification_id: id().notNull(),
    kind: text().$type<"label" | "item_error" | "account" | "account_name">().notNull(),
    value: id().notNull(),
    ...ordered(),
  },
  (table) => {
    const { verification_id, kind, value, list_group, active_at, created_at } = table;
    const all = [list_group, created_at, active_at, table.tag, table.findings_weight, table.items_with_error];
    return [
      primaryKey({ columns: [verification_id, kind, value] }),
      covering("verification_list_values_active", [kind, value, list_group, active_at, verification_id], all),
      covering("verification_list_values_created", [kind, value, created_at, verification_id], all),
    ];
  },
);
