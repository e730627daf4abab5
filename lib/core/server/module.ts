import { FACT_TABLES } from "#lib/core/server/projections/facts.ts";
import { DERIVED, KEPT, type StoredByModule, type TableOfFile } from "#lib/platform/server/stored.ts";

const facts: TableOfFile = { derived: true, counted: "facts" };

export const core: StoredByModule = {
  tables: {
    ...Object.fromEntries(FACT_TABLES.map((table) => [table, facts])),
    verification_snapshots: facts,
    verification_summaries: DERIVED,
    verification_list: DERIVED,
    verification_people: { derived: true, counted: "people" },
    refresh_requests: DERIVED,
    verification_reads: DERIVED,
    opened_pdfs: KEPT,
    kept_pdfs: KEPT,
    opening_reasons: KEPT,
  },
  whenRestored: [
    "UPDATE service_budget SET paused_until = NULL, key_refused_at = NULL, key_probed_at = NULL",
    // An attempt may have left the key or webhook that is used now, so nothing is deleted for it.
    "DELETE FROM creation_attempts",
  ],
};
