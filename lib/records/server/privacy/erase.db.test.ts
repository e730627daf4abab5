import { beforeEach, describe, expect, it, vi } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import { storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { readPeopleNow, readVerification } from "#lib/core/server/refresh/read-verification.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { TABLES } from "#lib/tables.ts";
import { announcedDuring } from "#tools/test/announced.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { eraseVerification } from "./erase.ts";
import { created, strange } from "./testing/deliveries.ts";
import { rowsThatHold } from "./testing/rows-that-hold.ts";
import { knowingService } from "./testing/service.ts";

beforeEach(() => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
});

const database = await ownDatabase();
const { pool } = database;
const actor = { user: null, address: null, user_agent: null };

const readAs = (id: string, subject: "verification" | "people", more: object = {}, reader = knowingService()) =>
  readVerification(database, reader, { verification_id: id, subject, userId: "somebody", deadlineMs: 1_000, ...more });

async function known(id: string): Promise<void> {
  await storeDeliveries(pool, [created(id)]);
  for (const subject of ["verification", "people"] as const) {
    expect(await readAs(id, subject)).toMatchObject({ outcome: "read" });
  }
  await drainInbox(database);
  expect(await rowsThatHold(pool, id)).not.toEqual([]);
}

const erase = (id: string) => eraseVerification({ verification_id: id }, actor, database);

describe("erasing a verification", () => {
  it("removes its id from everything but the trail, reports the deleted rows, and touches no other verification", async () => {
    await known("ver_one");
    await known("ver_other");
    const others = await rowsThatHold(pool, "ver_other");
    expect(await erase("ver_one")).toEqual({
      deliveries: 1,
      readings: 2,
      rows: expect.any(Number),
      logged: false,
      certificate_id: expect.any(String),
    });
    expect(await rowsThatHold(pool, "ver_one")).toEqual([]);
    expect(await rowsThatHold(pool, "ver_other")).toEqual(others);
    const { rows } = await pool.query("SELECT action, ids, after FROM audit_log");
    expect(rows).toEqual([
      {
        action: "verification.erased",
        ids: { verification_id: "ver_one" },
        after: expect.objectContaining({ deliveries: 1 }),
      },
    ]);
  });

  it("has a list of tables that matches the database", async () => {
    const { rows } = await pool.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'verification_id'
         -- A request under the data law stays when the file goes: it is the proof of why.
         AND table_name <> 'arco_requests'`,
    );
    expect(rows.map((row) => row.table_name).sort()).toEqual(["inbox", ...TABLES.keys()].sort());
  });

  it("notifies open pages", async () => {
    await known("ver_known");
    const announced = await announcedDuring(database.url, () => erase("ver_known"));
    expect(announced.ver_known).toContain("erased");
  });

  it("answers 404 for an unknown id, and 410 for an erased one", async () => {
    await expect(erase("ver_nobody")).rejects.toMatchObject({ code: "NOT_FOUND", status: 404 });
    await known("ver_twice");
    await erase("ver_twice");
    await expect(erase("ver_twice")).rejects.toMatchObject({ code: "ERASED", status: 410 });
    // No mark of the unknown id is left.
    expect(await storeDeliveries(pool, [created("ver_nobody")])).toMatchObject([{ stored: true }]);
  });

  it.each(["EXP-2008", "finished", "https://cotejo.example.mx/verifications/ver_mentioned", "%"])(
    "answers 404 for %s, which is no id, and deletes no delivery that mentions it",
    async (text) => {
      const mentioning = strange(JSON.stringify({ about: { verification_tag: "EXP-2008", note: `finished ${text}` } }));
      await storeDeliveries(pool, [mentioning, created("ver_mentioned")]);
      await expect(erase(text)).rejects.toMatchObject({ code: "NOT_FOUND", status: 404 });
      const { rowCount } = await pool.query("SELECT FROM inbox WHERE signature = $1", [mentioning.signature]);
      expect(rowCount).toBe(1);
    },
  );

  it("keeps an answer shared with another verification, until that one is erased too", async () => {
    for (const id of ["ver_share_a", "ver_share_b"]) {
      await storeDeliveries(pool, [created(id)]);
      const reader = {
        ...knowingService(),
        readPeople: async () => ({ body: { full_list: [] }, began_at_ms: Date.now() }) as never,
      };
      await readAs(id, "people", {}, reader);
    }
    await drainInbox(database);
    const shared = async () =>
      (await pool.query(`SELECT FROM snapshot_bodies WHERE body = '{"full_list":[]}'`)).rowCount;
    await erase("ver_share_a");
    expect(await shared()).toBe(1);
    await erase("ver_share_b");
    expect(await shared()).toBe(0);
  });

  it("deletes unrecognized deliveries that name the id in their payload only, also escaped, but no text that merely contains it", async () => {
    await known("ver_named");
    const stored = await storeDeliveries(pool, [
      strange('{"about":["ver_named"]}'),
      strange('{"about":"\\u0076er_named"}'),
      strange("no JSON, about ver_named."),
      strange('{"about":"ver_named_else"}'),
    ]);
    expect(await erase("ver_named")).toMatchObject({ deliveries: 4 });
    const { rows } = await pool.query("SELECT id FROM inbox WHERE id = ANY($1)", [stored.map(({ id }) => id)]);
    expect(rows).toEqual([{ id: stored[3]?.id }]);
  });
});

describe("an erasure waits for writers", () => {
  const writes: [string, string][] = [
    [
      "a delivery",
      "INSERT INTO inbox (kind, verification_id, signature, body) VALUES ('delivery', $1, $1, convert_to($1, 'UTF8'))",
    ],
    [
      "a reading that is requested",
      "INSERT INTO refresh_requests (verification_id, subject, reason, due_at) VALUES ($1, 'people', 'gap', now())",
    ],
    ["a reading that begins", "INSERT INTO verification_reads (verification_id, subject) VALUES ($1, 'people')"],
  ];
  it.each(writes)(
    "%s that was begun before is erased with the rest, whenever it is committed",
    async (name, statement) => {
      const id = `ver_during_${name.length}_${name.slice(-6)}`;
      await storeDeliveries(pool, [created(id)]);
      await drainInbox(database);
      const writer = await pool.connect();
      await writer.query("BEGIN");
      await writer.query(statement, [id]);
      const erasing = erase(id);
      const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE inbox%'";
      await vi.waitFor(async () => expect((await pool.query(waits)).rowCount).toBe(1), { timeout: 60_000 });
      await writer.query("COMMIT");
      writer.release();
      await erasing;
      // Only the signature stays.
      expect((await rowsThatHold(pool, id)).filter((place) => place !== "erased_signatures.signature")).toEqual([]);
    },
  );
});

describe("an erased verification", () => {
  it("is not stored again: a copy, a new event or an unrecognized one that names it is acknowledged and dropped", async () => {
    const old = created("ver_gone");
    await storeDeliveries(pool, [old]);
    await drainInbox(database);
    await erase("ver_gone");
    const again = [old, created("ver_gone"), strange('{"x":{"id":"ver_gone"}}'), created("ver_stays")];
    expect(await storeDeliveries(pool, again)).toEqual([
      ...Array(3).fill({ id: null, stored: false }),
      { id: expect.any(Number), stored: true },
    ]);
    await rebuildProjections(database);
    expect(await rowsThatHold(pool, "ver_gone")).toEqual([]);
    expect(await rowsThatHold(pool, "ver_stays")).not.toEqual([]);
  });

  it("is not read again, on any request; a read in progress is dropped", async () => {
    await known("ver_read");
    await pool.query("DELETE FROM verification_reads");
    const answered = Promise.withResolvers<void>();
    const underWay = readAs("ver_read", "people", {}, knowingService(answered.promise));
    await vi.waitFor(async () => expect((await pool.query("SELECT FROM verification_reads")).rowCount).toBe(1), {
      timeout: 60_000,
    });
    await erase("ver_read");
    answered.resolve();
    expect(await underWay).toMatchObject({ outcome: "failed", error: { code: "ERASED", status: 410 } });
    expect(await readAs("ver_read", "verification")).toMatchObject({ outcome: "failed", error: { code: "ERASED" } });
    const now = readPeopleNow(database, knowingService(), {
      verification_id: "ver_read",
      userId: "somebody",
      deadlineMs: 1_000,
    });
    await expect(now).rejects.toMatchObject({ code: "ERASED" });
    expect(await rowsThatHold(pool, "ver_read")).toEqual([]);
  });

  it("is not requested from the service, which would learn of the request", async () => {
    await known("ver_unasked");
    await erase("ver_unasked");
    const read = vi.fn(knowingService().readVerification);
    const reader = { readVerification: read, readPeople: read };
    for (const subject of ["verification", "people"] as const) await readAs("ver_unasked", subject, {}, reader);
    await readPeopleNow(database, reader, {
      verification_id: "ver_unasked",
      userId: "somebody",
      deadlineMs: 1_000,
    }).catch(() => undefined);
    expect(read).not.toHaveBeenCalled();
  });

  it("comes back by an import, with an audit entry; new facts count then, and erased facts stay out", async () => {
    const old = created("ver_back");
    await storeDeliveries(pool, [old]);
    await erase("ver_back");
    expect(await readAs("ver_back", "verification", { importedBy: actor })).toMatchObject({ outcome: "read" });
    expect(await storeDeliveries(pool, [old, created("ver_back")])).toEqual([
      { id: null, stored: false },
      { id: expect.any(Number), stored: true },
    ]);
    await drainInbox(database);
    const { rows } = await pool.query("SELECT status FROM verification_summaries WHERE verification_id = 'ver_back'");
    expect(rows).toEqual([{ status: "finished" }]);
    const trail = await pool.query(
      "SELECT action FROM audit_log WHERE ids ->> 'verification_id' = 'ver_back' ORDER BY id",
    );
    expect(trail.rows.map(({ action }) => action)).toEqual(["verification.erased", "verification.brought_back"]);
  });

  it("stays erased when the import finds nothing, and the attempt leaves nothing behind", async () => {
    await known("ver_unfound");
    await erase("ver_unfound");
    const reader = { ...knowingService(), readVerification: () => Promise.reject(notFound("It")) };
    const read = await readAs("ver_unfound", "verification", { importedBy: actor }, reader);
    expect(read).toMatchObject({ outcome: "failed", error: { code: "NOT_FOUND" } });
    expect(await rowsThatHold(pool, "ver_unfound")).toEqual([]);
    expect(await readAs("ver_unfound", "verification")).toMatchObject({ error: { code: "ERASED" } });
  });
});
