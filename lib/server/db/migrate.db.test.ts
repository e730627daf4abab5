import { expect, it } from "vitest";
import { writeListRows } from "#lib/server/projections/list-rows.ts";
import { createEmptyDatabase } from "#test/database.ts";
import { migrationTags, olderMigrations } from "#test/older-migrations.ts";
import { dumpProjections } from "#test/projections.ts";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

/** The last migration that computes the list's rows again: what was summarised after it has them. */
const LISTED = "0010_list_covered";
const versions = migrationTags.map((tag, index) => [tag, index + 1] as const).slice(0, migrationTags.indexOf(LISTED));

it.each(versions)("lists all that was summarised when the newest migration was %s", async (_, count) => {
  using older = olderMigrations(count);
  const { url, drop } = await createEmptyDatabase();
  const { pool, close } = openDatabase(url, { name: "migrate test" });
  try {
    await migrate(url, older.folder);
    await pool.query(`
      INSERT INTO verification_summaries (verification_id, account_id, account_name, tag, created_at, status,
        documents_status, findings_high, items_with_error, item_errors, labels, last_activity_at)
      SELECT 'ver_' || n, 'acc_' || n % 3, 'Ñandú ' || n % 3, CASE WHEN n % 5 > 0 THEN 'EXP-' || n END,
        '2026-11-01T00:00:00Z'::timestamptz + n * interval '1 hour', (ARRAY['finished', 'pending', 'paused'])[n % 4],
        (ARRAY['full_upload', 'archived'])[n % 3], n % 2, n % 3, (ARRAY['{}', '{broken}', '{"too \\"odd\\"",other}'])[1 + n % 3]::text[],
        (ARRAY['{}', '{risk,vip}'])[1 + n % 2]::text[], CASE WHEN n % 7 > 0 THEN '2026-11-02T00:00:00Z'::timestamptz END
      FROM generate_series(1, 200) AS n`);
    await migrate(url);
    const migrated = await dumpProjections(pool);
    expect(migrated.match(/"searched"/g)).toHaveLength(400);
    await pool.query("TRUNCATE verification_list, verification_list_values, verification_search");
    await writeListRows(
      pool,
      Array.from({ length: 200 }, (_, index) => `ver_${index + 1}`),
    );
    expect(await dumpProjections(pool)).toBe(migrated);
  } finally {
    await close();
    await drop();
  }
});
