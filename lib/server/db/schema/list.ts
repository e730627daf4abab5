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
  (table) => [
    index("verification_list_active").on(
      table.active_at,
      table.verification_id,
      table.list_group,
      table.created_at,
      table.tag,
    ),
    index("verification_list_created").on(
      table.created_at,
      table.verification_id,
      table.list_group,
      table.active_at,
      table.tag,
    ),
    index("verification_list_tag").on(
      table.tag,
      table.verification_id,
      table.list_group,
      table.created_at,
      table.active_at,
      table.findings_weight,
      table.items_with_error,
    ),
    index("verification_list_findings").on(
      table.findings_weight,
      table.active_at,
      table.verification_id,
      table.list_group,
      table.created_at,
      table.tag,
    ),
    index("verification_list_errors").on(
      table.items_with_error,
      table.active_at,
      table.verification_id,
      table.list_group,
      table.created_at,
      table.tag,
    ),
    index("verification_list_group_active").on(
      table.list_group,
      table.active_at,
      table.verification_id,
      table.created_at,
      table.tag,
      table.findings_weight,
      table.items_with_error,
    ),
    index("verification_list_group_created").on(
      table.list_group,
      table.created_at,
      table.verification_id,
      table.active_at,
      table.tag,
      table.findings_weight,
      table.items_with_error,
    ),
    index("verification_list_lag_active").on(
      table.lag_class,
      table.active_at,
      table.verification_id,
      table.list_group,
      table.created_at,
      table.tag,
    ),
    index("verification_list_lag_created").on(
      table.lag_class,
      table.created_at,
      table.verification_id,
      table.list_group,
      table.active_at,
      table.tag,
    ),
  ],
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
  (table) => [
    primaryKey({ columns: [table.verification_id, table.kind, table.value] }),
    index("verification_list_values_active").on(
      table.kind,
      table.value,
      table.list_group,
      table.active_at,
      table.verification_id,
      table.created_at,
      table.tag,
      table.findings_weight,
      table.items_with_error,
    ),
    index("verification_list_values_created").on(
      table.kind,
      table.value,
      table.created_at,
      table.verification_id,
      table.list_group,
      table.active_at,
      table.tag,
      table.findings_weight,
      table.items_with_error,
    ),
  ],
);
