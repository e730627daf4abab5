import { KEPT, type StoredByModule } from "#lib/platform/server/stored.ts";

export const records: StoredByModule = {
  tables: {
    legal_holds: KEPT,
    legal_hold_files: KEPT,
    custody_kept: KEPT,
    blocked_verifications: KEPT,
    opened_pdfs: KEPT,
    kept_pdfs: KEPT,
    opening_reasons: KEPT,
    relation_ends: KEPT,
  },
};
