import type { StoredByModule } from "#lib/platform/server/stored.ts";

export const edge: StoredByModule = {
  whenRestored: ["DELETE FROM instances", "DELETE FROM backups WHERE ended_at IS NULL"],
};
