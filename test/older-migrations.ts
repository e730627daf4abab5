import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIGRATIONS } from "#lib/server/db/migrate.ts";

type Journal = { entries: { tag: string }[] };

const journal: Journal = JSON.parse(readFileSync(join(MIGRATIONS, "meta", "_journal.json"), "utf8"));

/** The names of all migrations, in their order. */
export const migrationTags: readonly string[] = journal.entries.map(({ tag }) => tag);

/** A folder with the first migrations only, as an older version of the dashboard has it. */
export function olderMigrations(count: number): Disposable & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "cotejo-migrations-"));
  const entries = journal.entries.slice(0, count);
  mkdirSync(join(folder, "meta"));
  writeFileSync(join(folder, "meta", "_journal.json"), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) cpSync(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
