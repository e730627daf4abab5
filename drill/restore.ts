import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ownFolder, startServer } from "#bench/database.ts";
import { VERSION } from "#lib/server/base/version.ts";
import { createDatabase } from "#test/postgres-server.ts";
import { ROOT } from "./releases.ts";
import { restoreUnderLoad } from "./restore-under-load.ts";

/** An installation is backed up, lost and restored while deliveries go on. */
export async function drillRestore(stack: AsyncDisposableStack): Promise<string[]> {
  const folder = ownFolder(stack);
  process.env.BACKUP_DIR = join(folder, "backups");
  mkdirSync(process.env.BACKUP_DIR);
  const adminUrl = await startServer(folder, stack);
  return restoreUnderLoad(
    {
      sources: { version: VERSION, root: ROOT },
      emptyDatabase: () => createDatabase(adminUrl),
      folder: process.env.BACKUP_DIR,
      perSecond: 100,
      perStep: 1_000,
      say: (line) => console.log(line),
    },
    stack,
  );
}
