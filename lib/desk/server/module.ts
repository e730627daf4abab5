import { DERIVED, KEPT, type StoredByModule } from "#lib/platform/server/stored.ts";

export const desk: StoredByModule = {
  tables: {
    reviews: DERIVED,
    review_due: DERIVED,
    drafts: DERIVED,
    verification_seen: DERIVED,
    // Only a function of its owner deletes rows of the log (`0014_append_only.sql`).
    review_log: { derived: false, counted: "review_entries" },
    finding_explanations: { derived: false, counted: "explanations" },
    review_sample_decisions: KEPT,
    notes: { derived: false, counted: "notes" },
    legal_holds: KEPT,
    legal_hold_files: KEPT,
    custody_kept: KEPT,
    relation_ends: KEPT,
  },
};
