import { INSIGHT_TABLES } from "#lib/insights/server/compute/write.ts";
import { DERIVED, type StoredByModule } from "#lib/platform/server/stored.ts";

export const insights: StoredByModule = {
  tables: Object.fromEntries(INSIGHT_TABLES.map((table) => [table, DERIVED])),
};
