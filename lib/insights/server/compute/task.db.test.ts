import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { LATE_AFTER_MS } from "#lib/core/server/inbox/priority/run-batches.ts";
import { finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { countPendingInsights } from "#lib/insights/server/count.ts";
import { QUEUE } from "#lib/insights/server/module.ts";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { deliver, secondsIn } from "#tools/test/arrivals.ts";
import { arrivalsWithTexts, laterRun, leaksIn, PERSON } from "#tools/test/masked-file.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { idOfText } from "./fold.ts";
import { computeBatch, computeInsights } from "./task.ts";

const database = await ownDatabase();
const { pool } = database;
const { receive } = reviewDesk(database);
const compute = () => computeInsights(database);

beforeAll(() => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
});

const count = async (table: string, id: string) =>
  (await pool.query(`SELECT FROM ${table} WHERE verification_id = $1`, [id])).rowCount;
const texts = async () => (await pool.query<{ text: string }>("SELECT text FROM insight_texts ORDER BY text")).rows;

it("leaves files due where a batch rolls back", async () => {
  await receive(...finishedFile("ver_crash"));
  expect(await countPendingInsights(database)).toBe(1);
  const crashing = inTransaction(pool, async (tx) => {
    expect(await computeBatch(tx)).toBe(1);
    throw new Error("killed");
  });
  await expect(crashing).rejects.toThrow("killed");
  expect([await countPendingInsights(database), await count("insight_files", "ver_crash")]).toEqual([1, 0]);
  expect(await compute()).toBe(1);
  expect([await countPendingInsights(database), await count("insight_files", "ver_crash")]).toEqual([0, 1]);
});

it("computes a file that is due only after a transaction that queued it too, and one that is queued meanwhile again", async () => {
  await receive(...finishedFile("ver_queued"));
  await inTransaction(pool, async (tx) => {
    await tx.query(QUEUE, [["ver_queued"]]);
    expect(await compute()).toBe(0);
  });
  const queued = await inTransaction(pool, async (tx) => {
    expect(await computeBatch(tx)).toBe(1);
    const queueing = pool.query(QUEUE, [["ver_queued"]]);
    const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INTO insight_due%'";
    await vi.waitFor(async () => expect((await pool.query(waits)).rowCount).toBe(1), { timeout: 60_000 });
    return { queueing };
  });
  await queued.queueing;
  expect(await countPendingInsights(database)).toBe(1);
  expect(await compute()).toBe(1);
});

describe("identifiers and dates of people", () => {
  const isHidden = async () => {
    for (const table of ["insight_texts", "insight_item_failures"]) {
      const { rows } = await pool.query(`SELECT * FROM ${table}`);
      expect(rows.length, table).toBeGreaterThan(0);
      expect(leaksIn(JSON.stringify(rows), PERSON), table).toEqual([]);
    }
  };

  it("are stored of no text that the service sends", async () => {
    await receive(...arrivalsWithTexts("ver_person", PERSON), laterRun("ver_person", PERSON));
    await compute();
    await isHidden();
  });

  it("are stored no longer after an upgrade", async () => {
    const dirty = { id: idOfText(PERSON.born), text: PERSON.born };
    await pool.query("INSERT INTO insight_texts (id, text) VALUES ($1, $2)", [dirty.id, dirty.text]);
    await pool.query("UPDATE insight_runs SET missing_fields = ARRAY[$1::bigint]", [dirty.id]);
    await pool.query("UPDATE insight_item_failures SET item_error = $1", [dirty.text]);
    await pool.query("UPDATE insight_files SET rows_digest = ''");
    const migration = new URL("../../../platform/server/db/migrations/0053_counted_names.sql", import.meta.url);
    await pool.query(await readFile(migration, "utf8"));
    await compute();
    await isHidden();
  });
});

it("writes nothing where a file's rows are the same", async () => {
  await receive(...finishedFile("ver_same", [finding("low", "acta")]));
  await compute();
  const versions = async () =>
    (await pool.query("SELECT xmin::text, ctid::text FROM insight_runs WHERE verification_id = 'ver_same'")).rows;
  const before = await versions();
  await pool.query(QUEUE, [["ver_same"]]);
  expect(await compute()).toBe(1);
  expect(await versions()).toEqual(before);
});

it("has no rows of a file that is not known", async () => {
  await pool.query(QUEUE, [["ver_unknown"]]);
  expect(await compute()).toBe(1);
  expect(await count("insight_files", "ver_unknown")).toBe(0);
});

it("cuts codes that no index would hold", async () => {
  const long = Array.from({ length: 4_000 }, (_, at) => at.toString(36)).join("");
  const item = { verification_id: "ver_long", item_id: 1, item_error: long, completed_at: secondsIn(2) };
  await receive(deliver("verification_item.v2.completed", item));
  await compute();
  const { rows } = await pool.query("SELECT item_error FROM insight_item_failures WHERE verification_id = 'ver_long'");
  expect(rows).toEqual([{ item_error: long.slice(0, 200) }]);
});

describe("texts", () => {
  it("go with the last file that has them, and are shared until then", async () => {
    const actor = { user: null, address: null, user_agent: null };
    await pool.query("DELETE FROM insight_texts");
    for (const id of ["ver_text_a", "ver_text_b"]) await receive(...finishedFile(id, [finding("low", "poder")]));
    await compute();
    const both = [{ text: "Falta poder" }, { text: "poder" }];
    expect(await texts()).toEqual(both);
    await eraseVerification({ verification_id: "ver_text_a" }, actor, database);
    expect(await texts()).toEqual(both);
    await eraseVerification({ verification_id: "ver_text_b" }, actor, database);
    expect(await texts()).toEqual([]);
  });

  it("have no name once it is known, also in texts counted before", async () => {
    await receive(...finishedFile("ver_named", [{ severity: "low", message: "No coincide Ruiz con la INE" }]));
    await compute();
    expect(await texts()).toEqual([{ text: "No coincide Ruiz con la INE" }]);
    await pool.query(
      `INSERT INTO verification_people (verification_id, position, name, outcome, at, texts)
       VALUES ('ver_named', 0, 'José Ruiz', 'found', now(), 'José Ruiz')`,
    );
    await pool.query(QUEUE, [["ver_named"]]);
    await compute();
    expect(await texts()).toEqual([{ text: "No coincide … con la INE" }]);
  });
});

describe("while deliveries wait", () => {
  const rests = async (): Promise<number> => {
    const stop = new AbortController();
    let rested = 0;
    const rest = async () => {
      rested += 1;
      stop.abort();
    };
    await computeInsights(database, { batch: 1, signal: stop.signal, rest });
    return rested;
  };

  it("pauses after each batch, until a file has been due for too long", async () => {
    await pool.query("UPDATE inbox SET state = 'pending', received_at = now() - interval '1 minute'");
    await pool.query(QUEUE, [["ver_crash", "ver_queued", "ver_same"]]);
    expect(await rests()).toBe(1);
    expect(await countPendingInsights(database)).toBe(2);
    await pool.query("UPDATE insight_due SET since = now() - make_interval(secs => $1)", [LATE_AFTER_MS / 1_000 + 1]);
    // After the last one nothing is late.
    expect(await rests()).toBe(1);
    expect(await countPendingInsights(database)).toBe(0);
  });
});
