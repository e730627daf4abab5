import type { StoredByModule } from "./module.ts";

export const edge: StoredByModule = {
  whenRestored: ["DELETE FROM instances", "DELETE FROM backups WHERE ended_at IS NULL"],
};
