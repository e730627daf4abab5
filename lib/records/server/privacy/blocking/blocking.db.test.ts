import { beforeAll, describe, expect, it, vi } from "vitest";
import { DELIVERY_FILTER } from "#lib/core/contract/deliveries/delivery-filter.ts";
import { getDelivery } from "#lib/core/server/deliveries/get.ts";
import { listDeliveries } from "#lib/core/server/deliveries/list.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { isBlocked, isErased, markOf } from "#lib/core/server/inbox/erasure-marks.ts";
import { readMarkedAgain } from "#lib/core/server/inbox/read-again.ts";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import { storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { addVerifications } from "#lib/core/server/refresh/import.ts";
import { readPeopleNow, readVerification } from "#lib/core/server/refresh/read-verification.ts";
import { decisionIdOf } from "#lib/desk/contract/review/decision-id.ts";
import { endHold, placeHold } from "#lib/desk/server/custody/holds.ts";
import { changeCustodyPolicy, readCustodyPolicy } from "#lib/desk/server/custody/policy.ts";
import { addNote, changeNote } from "#lib/desk/server/notes/notes.ts";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { listDecisions } from "#lib/desk/server/review/decisions.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { checkDecision } from "#lib/outbound/server/decisions/check.ts";
import { queueDecisionEvents } from "#lib/outbound/server/decisions/queue-events.ts";
import { noticePeople } from "#lib/outbound/server/notices/notifier.ts";
import { checkEvidence } from "#lib/records/server/evidence/check.ts";
import { sealEvidence } from "#lib/records/server/evidence/seal.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { retain } from "#lib/records/server/privacy/retention.ts";
import { created, strange } from "#lib/records/server/privacy/testing/deliveries.ts";
import { rowsThatHold } from "#lib/records/server/privacy/testing/rows-that-hold.ts";
import { knowingService } from "#lib/records/server/privacy/testing/service.ts";
import { DERIVED_TABLES, TABLES } from "#lib/tables.ts";
import { read } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { readCertificate } from "./certificates.ts";
import { listErasures } from "./list.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);

let ana: Reviewer;
const actor = () => ({ user: { id: ana.id, email: "ana@example.mx" }, address: null, user_agent: null });

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  await begin({ approval: "never" });
  await periods("lfpiorpi");
});

async function periods(profile: "lfpiorpi" | "minimum"): Promise<void> {
  const { version } = await readCustodyPolicy(pool);
  const rules = { accepted: { profile }, rejected: { profile }, undecided: { profile: "variables" as const } };
  await changeCustodyPolicy({ version, ...rules }, ana.id, database);
}

/** A file with people, a note and an acceptance. */
async function decided(id: string): Promise<void> {
  await receive(...finishedFile(id), read(id, 96, { full_list: [{ people_id: 5, full_name: `Ana ${id}` }] }, "people"));
  await addNote({ verification_id: id, kind: "general", text: `Nota @Ana ${id}` }, ana, database);
  const { version } = await review(id);
  await changeReview(id, { version, state: "resolved", resolution: "accepted", reason: `Visto ${id}` }, ana, database);
}

const erase = (verification_id: string) =>
  eraseVerification({ verification_id, reason: "Solicitud del titular" }, actor(), database);

const run = () =>
  retain(
    new AbortController().signal,
    database,
    {
      ...{
        RETENTION_PAYLOADS_DAYS: 365,
        RETENTION_PEOPLE_DAYS: 365,
        RETENTION_REFUSALS_DAYS: 30,
        RETENTION_AUDIT_DAYS: 3653,
      },
      keepsDecided: { payloads: true, people: true, audit: true },
    },
    false,
  );

/** The tables with rows that name the file. */
const tablesOf = async (id: string) =>
  [...new Set((await rowsThatHold(pool, id)).map((place) => place.slice(0, place.indexOf("."))))].toSorted();

const states = async (id: string) =>
  (await pool.query<{ state: string }>("SELECT DISTINCT state FROM inbox WHERE verification_id = $1", [id])).rows.map(
    ({ state }) => state,
  );

describe("blocking", () => {
  it("keeps deliveries, readings, log and notes, deletes everything computed, and says until when", async () => {
    await decided("ver_kept");
    const answer = await erase("ver_kept");
    const { rows } = await pool.query("SELECT max(at) AS at FROM review_log WHERE verification_id = 'ver_kept'");
    const year = Number(String(rows[0].at).slice(0, 4));
    expect(answer).toEqual({ blocked_until: expect.stringMatching(`^${year + 10}-`), logged: false });
    const kept = ["blocked_verifications", "inbox", "notes", "review_log", "snapshot_bodies"];
    expect(await tablesOf("ver_kept")).toEqual(kept);
    expect(await states("ver_kept")).toEqual(["blocked"]);
    expect(await isBlocked(pool, "ver_kept")).toBe(true);
    expect(await isBlocked(pool, "ver_nobody")).toBe(false);
    const trail = await pool.query("SELECT action, user_id, after FROM audit_log ORDER BY id DESC LIMIT 1");
    expect(trail.rows).toEqual([
      { action: "verification.blocked", user_id: ana.id, after: { blocked_until: expect.any(String) } },
    ]);
    expect((await listErasures(database)).blocked).toMatchObject([
      {
        verification_id: "ver_kept",
        blocked_until: "blocked_until" in answer ? answer.blocked_until : null,
        blocked_by: "Ana",
        reason: "Solicitud del titular",
        kept: { because: "accepted", profile: "lfpiorpi" },
      },
    ]);
    await expect(erase("ver_kept")).rejects.toMatchObject({ code: "BLOCKED", status: 410 });
  });

  it("needs a reason for a decided file, which stays unchanged without one", async () => {
    await decided("ver_reason");
    const before = await tablesOf("ver_reason");
    const erasing = eraseVerification({ verification_id: "ver_reason" }, actor(), database);
    await expect(erasing).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await tablesOf("ver_reason")).toEqual(before);
  });

  it("deletes rows of tables of a verification alone", () => {
    expect(DERIVED_TABLES.filter((table) => !TABLES.has(table))).toEqual([]);
  });

  it("is not done to a file that nothing covers, which is erased", async () => {
    await receive(...finishedFile("ver_open"));
    expect(await erase("ver_open")).toMatchObject({ certificate_id: expect.any(String) });
    expect(await tablesOf("ver_open")).toEqual([]);
  });
});

describe("a blocked file", () => {
  beforeAll(async () => {
    await decided("ver_blocked");
    await erase("ver_blocked");
  });
  const nothingNew = async () => {
    const places = await tablesOf("ver_blocked");
    expect(places.filter((place) => DERIVED_TABLES.includes(place))).toEqual([]);
    expect(await states("ver_blocked")).toEqual(["blocked"]);
  };

  it("has its deliveries stored, sealed and not applied, also those that name it without being understood", async () => {
    const sent = [created("ver_blocked"), strange('{"about":{"id":"ver_blocked"}}'), created("ver_beside")];
    const stored = await storeDeliveries(pool, [...sent, ...sent.slice(0, 1)]);
    expect(stored.map((one) => one.stored)).toEqual([true, true, true, false]);
    expect(await drainInbox(database)).toMatchObject({ applied: 1, unrecognized: 0, failed: 0 });
    await nothingNew();
    const { rows } = await pool.query("SELECT verification_id FROM inbox WHERE id = $1", [stored[1]?.id]);
    expect(rows).toEqual([{ verification_id: "ver_blocked" }]);
    await sealEvidence(database);
    const sealed = await pool.query("SELECT FROM evidence_leaves WHERE kind = 'delivery' AND source_id = ANY ($1)", [
      stored.slice(0, 2).map(({ id }) => id),
    ]);
    expect(sealed.rowCount).toBe(2);
  });

  it("is skipped by a rebuild, and when a newer contract reads rows again", async () => {
    await rebuildProjections(database);
    await nothingNew();
    await pool.query("UPDATE inbox SET contract_version = 0 WHERE verification_id = 'ver_blocked'");
    expect(await readMarkedAgain(database)).toBe(0);
    await nothingNew();
  });

  it("is not read from the service, and an import lifts nothing", async () => {
    const reader = { readVerification: vi.fn(knowingService().readVerification), readPeople: vi.fn() };
    const input = { verification_id: "ver_blocked", userId: "somebody", deadlineMs: 1_000 };
    for (const importedBy of [undefined, actor()]) {
      const more = importedBy ? { importedBy } : {};
      const outcome = await readVerification(database, reader, { ...input, subject: "verification", ...more });
      expect(outcome).toMatchObject({ outcome: "failed", error: { code: "BLOCKED", status: 410 } });
    }
    await expect(readPeopleNow(database, reader, input)).rejects.toMatchObject({ code: "BLOCKED" });
    const told: unknown[] = [];
    const options = { signal: new AbortController().signal, actor: actor(), client: reader };
    await addVerifications(["ver_blocked"], (line) => told.push(line), options, database);
    expect(told).toEqual([{ verification_id: "ver_blocked", outcome: "failed", code: "BLOCKED" }]);
    expect(reader.readVerification).not.toHaveBeenCalled();
    await nothingNew();
  });

  it("is in no list of deliveries or decisions, no check, no message and no notice", async () => {
    const filter = { ...DELIVERY_FILTER.empty, id: "ver_blocked" };
    expect(await listDeliveries({ filter }, database)).toMatchObject({ items: [], total: 0 });
    const { rows: deliveries } = await pool.query<{ id: number }>(
      "SELECT id FROM inbox WHERE verification_id = 'ver_blocked' AND kind = 'delivery' LIMIT 1",
    );
    expect(await getDelivery({ delivery_id: deliveries[0]?.id ?? 0 }, database)).toBeNull();
    const asked = { from: "2000-01-01", to: "2100-01-01", sample: null, seed: "", basis: false };
    const { items, total } = await listDecisions(asked, database);
    expect(items.map(({ verification_id }) => verification_id)).not.toContain("ver_blocked");
    expect(total).toBe(items.length);
    const { rows } = await pool.query<{ id: number; at: never }>(
      "SELECT id, at FROM review_log WHERE verification_id = 'ver_blocked' AND digest IS NOT NULL",
    );
    const [entry] = rows;
    const decision = decisionIdOf({ entry_id: entry?.id ?? 0, at: entry?.at as never });
    await expect(checkDecision(decision, database)).rejects.toMatchObject({ code: "BLOCKED", status: 410 });
    await pool.query(
      `INSERT INTO channels (id, kind, name, events, locale, created_at)
       VALUES ('ch_core', 'webhook', 'Core', '{decision_made}', 'en', '2020-01-01')`,
    );
    await queueDecisionEvents(database);
    await noticePeople(database);
    const { rows: notes } = await pool.query<{ id: number }>(
      "SELECT id FROM notes WHERE verification_id = 'ver_blocked'",
    );
    const change = changeNote({ note_id: notes[0]?.id ?? 0, text: "Otra" }, ana, database);
    await expect(change).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const table of ["outgoing", "notices"])
      expect((await pool.query(`SELECT FROM ${table} WHERE verification_id = 'ver_blocked'`)).rowCount).toBe(0);
  });
});

describe("the end of blocking", () => {
  it("is an erasure by the retention, with a certificate that names no file, once the period has ended", async () => {
    await decided("ver_ends");
    await sealEvidence(database);
    await erase("ver_ends");
    await run();
    expect(await isBlocked(pool, "ver_ends")).toBe(true);
    const before = (await listErasures(database)).blocked.length;
    await periods("minimum");
    expect(await run()).toMatchObject({ blocked_files: before });
    await periods("lfpiorpi");
    expect(await tablesOf("ver_ends")).toEqual([]);
    expect(await storeDeliveries(pool, [created("ver_ends")])).toEqual([{ id: null, stored: false }]);
    const { rows } = await pool.query<{ after: { certificate_id: string } }>(
      "SELECT after FROM audit_log WHERE action = 'verification.erased' AND ids ->> 'verification_id' = 'ver_ends'",
    );
    const certificate = await readCertificate(rows[0]?.after.certificate_id ?? "", database);
    expect(certificate).toEqual({
      certificate_id: expect.any(String),
      erased_at: expect.any(String),
      cause: "period_ended",
      erased_by: null,
      blocked_at: expect.any(String),
      deleted: expect.objectContaining({ deliveries: 3, readings: 1, decisions: 1, notes: 1 }),
      positions: expect.any(Array),
      leaves_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(certificate)).not.toContain("ver_ends");
    // The positions are those that the evidence log records as deleted.
    const removed = await pool.query<{ positions: number[] }>(
      "SELECT to_jsonb(positions) AS positions FROM evidence_events WHERE kind = 'entries_removed'",
    );
    const recorded = removed.rows.flatMap(({ positions }) => positions);
    expect(certificate?.positions.length).toBeGreaterThan(3);
    expect(certificate?.positions.filter((position) => !recorded.includes(position))).toEqual([]);
    await sealEvidence(database);
    expect((await checkEvidence(database)).findings).toEqual([]);
  });

  it("erases the deliveries about a file that a restore knew by its mark alone", async () => {
    const mark = await markOf(pool, "ver_restored");
    await pool.query(
      "INSERT INTO blocked_verifications (id_hash, verification_id, not_before) VALUES ($1, NULL, now() - interval '1 day')",
      [mark],
    );
    await storeDeliveries(pool, [created("ver_restored")]);
    expect(await tablesOf("ver_restored")).toEqual(["inbox"]);
    expect(await run()).toMatchObject({ blocked_files: 1 });
    expect(await tablesOf("ver_restored")).toEqual([]);
    expect(await isErased(pool, "ver_restored")).toBe(true);
  });

  it("waits for a legal hold that was placed on the blocked file", async () => {
    await decided("ver_held");
    await erase("ver_held");
    const hold = await placeHold({ verification_id: "ver_held", reason: "Oficio" }, ana.id, database);
    await periods("minimum");
    await run();
    expect(await isBlocked(pool, "ver_held")).toBe(true);
    await expect(erase("ver_held")).rejects.toMatchObject({ code: "MUST_BE_KEPT" });
    await endHold(hold.hold_id, "Fin", ana.id, database);
    await run();
    await periods("lfpiorpi");
    expect(await tablesOf("ver_held")).toEqual([]);
  });
});

describe("a legal hold in force", () => {
  const CURP = "LOOA531113HTCPBN07";
  const people = [{ people_id: 5, full_name: "Ana", external_identities: { curp: { search_number: CURP } } }];

  it.each([
    ["of an open file", "ver_hold_open", false, "verification_id"],
    ["of a decided file", "ver_hold_decided", true, "verification_id"],
    ["of a person of the file", "ver_hold_person", true, "curp"],
  ] as const)("%s refuses erasing and blocking, and quotes itself", async (_, id, isDecided, of) => {
    if (isDecided) await decided(id);
    await receive(...(isDecided ? [] : finishedFile(id)), read(id, 99, { full_list: people }, "people"));
    const subject = of === "curp" ? { curp: CURP } : { verification_id: id };
    const { hold_id } = await placeHold({ ...subject, reason: `Oficio de ${id}` }, ana.id, database);
    const before = await rowsThatHold(pool, id);
    await expect(erase(id)).rejects.toMatchObject({
      code: "MUST_BE_KEPT",
      status: 409,
      details: { holds: [{ hold_id, reason: `Oficio de ${id}`, placed_by: "Ana", placed_at: expect.any(String) }] },
    });
    expect(await rowsThatHold(pool, id)).toEqual(before);
    expect(await isBlocked(pool, id)).toBe(false);
    await endHold(hold_id, "Fin", ana.id, database);
    const done = expect.objectContaining(
      isDecided ? { blocked_until: expect.any(String) } : { certificate_id: expect.any(String) },
    );
    expect(await erase(id)).toEqual(done);
  });

  it("that is placed while another officer erases is either in force before, or comes too late for a blocked file", async () => {
    await decided("ver_race");
    const [erased, held] = await Promise.allSettled([
      erase("ver_race"),
      placeHold({ verification_id: "ver_race", reason: "Oficio" }, ana.id, database),
    ]);
    expect(held.status).toBe("fulfilled");
    expect(await isBlocked(pool, "ver_race")).toBe(erased.status === "fulfilled");
    if (erased.status === "rejected") expect(erased.reason).toMatchObject({ code: "MUST_BE_KEPT" });
  });
});
