import { DERIVED, type StoredByModule } from "#lib/platform/server/stored.ts";

export const statements: StoredByModule = {
  tables: {
    // Only a function of its owner deletes statements (`0060_statements_about_files.sql`).
    file_statements: { derived: false, counted: "statements" },
    file_dates: DERIVED,
  },
};
