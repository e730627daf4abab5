import { env } from "#lib/server/base/env.ts";
import { conflict } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";

/** Requests a backup: the worker's task of backups finds the entry in the audit trail. 409 without scheduled backups. */
export const POST = route({ access: "settings.manage", stepUp: true, audit: "backup.requested" }, async () => {
  const { BACKUP_DIR, BACKUP_EVERY } = env();
  if (!BACKUP_DIR || !BACKUP_EVERY) throw conflict("No worker writes backups: BACKUP_DIR or BACKUP_EVERY is not set.");
});
