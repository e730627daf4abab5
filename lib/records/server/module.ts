import { KEPT, type StoredByModule } from "#lib/platform/server/stored.ts";

export const records: StoredByModule = {
  tables: {
    blocked_verifications: KEPT,
  },
};
