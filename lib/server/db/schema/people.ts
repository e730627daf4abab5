import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { PeopleOutcome } from "#lib/contract/people/person.ts";
import { id, instant } from "#lib/server/db/columns.ts";
import { foldedSql } from "#lib/server/db/folded-text.ts";

/**
 * One row a person of the newest answer about the people of a verification, for the search across verifications: computed
 * from that answer and from how lookups ended (`lib/server/projections/write-people.ts`).
 */
export const verificationPeople = pgTable(
  "verification_people",
  {
    verification_id: id().notNull(),
    /** Its place in the answer; nothing says that the service numbers people once only. */
    position: integer().notNull(),
    people_id: bigint({ mode: "number" }),
    name: text(),
    curp: text(),
    outcome: text().$type<PeopleOutcome>().notNull(),
    people_error: text(),
    at: instant().notNull(),
    /** Every name and CURP that the answer has for the person. */
    texts: text().notNull(),
    tag: text(),
    searched: text()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(foldedSql(`' ' || "texts" || ' ' || "verification_id" || ' ' || COALESCE("tag", '')`)),
      ),
  },
  (table) => [
    primaryKey({ columns: [table.verification_id, table.position] }),
    index("verification_people_at").on(table.at, table.verification_id, table.position),
    index("verification_people_outcome").on(table.outcome, table.at, table.verification_id, table.position),
    index("verification_people_searched").using("gin", table.searched.op("gin_trgm_ops")),
  ],
);
