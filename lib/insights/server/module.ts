import { INSIGHT_TABLES } from "#lib/server/insights/compute/write.ts";
import { DERIVED, type StoredByModule } from "./module.ts";

export const insights: StoredByModule = {
  tables: Object.fromEntries(INSIGHT_TABLES.map((table) => [table, DERIVED])),
};
