import { expect, it } from "vitest";
import { openDatabase } from "#lib/server/db/database.ts";
import { migrate } from "#lib/server/db/migrate.ts";
import { drainInbox } from "#lib/server/inbox/drain.ts";
import { deliver, read, storeArrivals } from "#test/arrivals.ts";
import { createEmptyDatabase } from "#test/database.ts";
import { migrationTags, olderMigrations } from "#test/older-migrations.ts";
import { dumpProjections } from "#test/projections.ts";
import { searchPeople } from "./search.ts";

const people = (full_name: string) => ({ full_list: [{ people_id: 1, full_name }] });

it("people that were read before there was a search of them are found once the worker has gone on", async () => {
  using older = olderMigrations(migrationTags.findIndex((tag) => tag.endsWith("_people")));
  const created = await createEmptyDatabase();
  const database = openDatabase(created.url, { name: "test" });
  try {
    await migrate(created.url, older.folder);
    await storeArrivals(database.pool, [
      deliver("verification.v2.created", { verification_id: "ver_1", verification_tag: "EXP-1" }),
      deliver("verification_people.curp_search_completed", {
        verification_id: "ver_1",
        people_id: 1,
        people_error: "curp_format_error",
      }),
      read("ver_1", 10, people("Ana Ibáñez"), "people"),
      read("ver_1", 20, people("Eva Ibáñez"), "people"),
      read("ver_2", 10, people("Zoé Ibáñez"), "people"),
    ]);
    // What the older version had applied: of it nothing is left but what it stored.
    await database.pool.query(`
      INSERT INTO verification_summaries (verification_id) VALUES ('ver_1'), ('ver_2');
      INSERT INTO verification_snapshots (verification_id, subject, read_at, body_hash)
        SELECT verification_id, subject, read_at, body_hash FROM inbox WHERE kind = 'snapshot';
      UPDATE inbox SET state = 'applied' WHERE kind = 'snapshot'`);
    await migrate(created.url);
    const { rows } = await database.pool.query(
      "SELECT verification_id, read_at FROM inbox WHERE kind = 'snapshot' AND state = 'pending' ORDER BY 1",
    );
    expect(rows.map(({ verification_id }) => verification_id)).toEqual(["ver_1", "ver_2"]);
    await drainInbox(database);
    expect((await searchPeople({ q: "ibanez", outcome: [] }, database)).items).toMatchObject([
      { name: "Eva Ibáñez", tag: "EXP-1", outcome: "curp_format_error" },
      { name: "Zoé Ibáñez", tag: null, outcome: "none" },
    ]);
    expect(await dumpProjections(database.pool)).toContain("zoe ibanez");
  } finally {
    await database.close();
    await created.drop();
  }
});
