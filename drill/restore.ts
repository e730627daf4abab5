import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { VERSION } from "#lib/server/base/version.ts";
import type { Options } from "./options.ts";
import { ROOT } from "./releases.ts";
import { restoreUnderLoad } from "./restore-under-load.ts";

/** An installation is backed up, lost and restored while deliveries go on. */
export async function drillRestore({ perSecond, seconds }: Options, stack: AsyncDisposableStack): Promise<string[]> {
  const cache = join(ROOT, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "drill-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  process.env.BACKUP_DIR = join(folder, "backups");
  mkdirSync(process.env.BACKUP_DIR);
  const postgres = await startPostgres({ dataDir: folder });
  stack.defer(() => postgres.stop());
  let databases = 0;
  return restoreUnderLoad(
    {
      sources: { version: VERSION, root: ROOT },
      emptyDatabase: () => createDatabase(postgres.databaseUrl, `drill_${databases++}`),
      folder: process.env.BACKUP_DIR,
      perSecond,
      perStep: perSecond * seconds,
      say: (line) => console.log(line),
    },
    stack,
  );
}

async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return server.replace("///cotejo?", `///${name}?`);
}
