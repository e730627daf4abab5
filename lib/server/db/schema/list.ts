import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, instant } from "#lib/server/db/columns.ts";

/**
 * What the list of verifications is looked up by, computed from `verification_summaries` in the batch that changed it
 * (`lib/server/projections/list-rows.ts`): narrow rows with the indexes, so that the wide ones need hardly any. Absent
 * values have a place in the order here (`-infinity`, the empty text): a comparison with null would end a keyset page.
 */
export const verificationList = pgTable(
  "verification_list",
  {
    verification_id: id().primaryKey(),
    /** Status, documents_status, severities and whether an item is in error, in one number (`lib/server/db/list-group.ts`). */
    list_group: integer().notNull(),
    active_at: instant().notNull(),
    created_at: instant().notNull(),
    tag: id().notNull(),
    findings_weight: bigint({ mode: "number" }).notNull(),
    items_with_error: integer().notNull(),
  },
  (table) => [
    index("verification_list_active").on(table.active_at, table.verification_id, table.list_group, table.created_at),
    index("verification_list_created").on(table.created_at, table.verification_id, table.list_group, table.active_at),
    index("verification_list_tag").on(table.tag, table.verification_id, table.list_group),
    index("verification_list_findings").on(
      table.findings_weight,
      table.active_at,
      table.verification_id,
      table.list_group,
    ),
    index("verification_list_errors").on(
      table.items_with_error,
      table.active_at,
      table.verification_id,
      table.list_group,
    ),
    index("verification_list_group_active").on(
      table.list_group,
      table.active_at,
      table.verification_id,
      table.created_at,
    ),
    index("verification_list_group_created").on(
      table.list_group,
      table.created_at,
      table.verification_id,
      table.active_at,
    ),
  ],
);

/** One row a label, a code of an item in error and the account, each with what it is counted and ordered by. */
export const verificationListValues = pgTable(
  "verification_list_values",
  {
    verification_id: id().notNull(),
    kind: text().$type<"label" | "item_error" | "account">().notNull(),
    value: id().notNull(),
    list_group: integer().notNull(),
    active_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.verification_id, table.kind, table.value] }),
    index("verification_list_values_found").on(
      table.kind,
      table.value,
      table.list_group,
      table.active_at,
      table.verification_id,
    ),
  ],
);

/** The text that is searched, apart from what changes with every event: its index is dear to write. */
export const verificationSearch = pgTable(
  "verification_search",
  {
    verification_id: id().primaryKey(),
    /** Id, tag and account in small letters, a line each, after an empty one. */
    searched: text().notNull(),
  },
  (table) => [index("verification_search_trigrams").using("gin", table.searched.op("gin_trgm_ops"))],
);
