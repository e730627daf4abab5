import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import type { CustodyProfile } from "#lib/desk/contract/custody/policy.ts";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { privacyTasks, retain } from "#lib/records/server/privacy/retention.ts";
import { deliver, read } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { readFileCustody, refuseCovered } from "./grounds.ts";
import { endHold, placeHold } from "./holds.ts";
import { listHolds } from "./list-holds.ts";
import { lockCustody } from "./lock.ts";
import { beginCustody, changeCustodyPolicy, readCustodyPolicy } from "./policy.ts";
import { setRelationEnd } from "./relation-end.ts";
import { listRuns } from "./retention-runs.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);
const actor = { user: null, address: null, user_agent: null };
const CURP = "LOOA531113HTCPBN07";

let ana: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
});
beforeEach(() => begin({ approval: "never" }));

const UNSET = { payloads: true, people: true, audit: true };
const SET = { payloads: false, people: false, audit: false };
const DAYS = {
  RETENTION_PAYLOADS_DAYS: 365,
  RETENTION_PEOPLE_DAYS: 365,
  RETENTION_REFUSALS_DAYS: 30,
  RETENTION_AUDIT_DAYS: 3653,
};
const keep = (keepsDecided = SET) => retain(new AbortController().signal, database, { ...DAYS, keepsDecided }, false);
const erase = (verification_id: string) =>
  eraseVerification({ verification_id, reason: "Solicitud del titular" }, actor, database);
const custody = (id: string, keepsDecided = UNSET) => readFileCustody(id, database, { keepsDecided });
const accept = async (id: string) =>
  changeReview(
    id,
    { version: (await review(id)).version, state: "resolved", resolution: "accepted", reason: "Visto" },
    ana,
    database,
  );

const file = (id: string, curp?: string) =>
  receive(
    ...finishedFile(id),
    read(
      id,
      96,
      {
        full_list: [
          {
            people_id: 5,
            full_name: `Ana ${id}`,
            ...(curp && { external_identities: { curp: { search_number: curp } } }),
          },
        ],
      },
      "people",
    ),
  );

/** As if the data of a file had been received this many days earlier. */
const age = (id: string, days = 400) =>
  pool.query("UPDATE inbox SET received_at = received_at - make_interval(days => $2) WHERE verification_id = $1", [
    id,
    days,
  ]);

/** The number of payloads of a file that are left: deliveries, and answers. */
async function left(id: string): Promise<number> {
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count FROM inbox WHERE verification_id = $1 AND stated IS NULL",
    [id],
  );
  return rows[0].count;
}

const periods = async (accepted: CustodyProfile, undecided: CustodyProfile = "variables", months = 24) => {
  const { version } = await readCustodyPolicy(pool);
  const rule = (profile: CustodyProfile) => ({ profile, ...(profile === "own" && { months }) });
  return changeCustodyPolicy(
    { version, accepted: rule(accepted), rejected: rule(accepted), undecided: rule(undecided) },
    ana.id,
    database,
  );
};

describe("the policy", () => {
  it("follows the variables until a start; then ten years for decided files, or the variables if one is set", async () => {
    expect(await readCustodyPolicy(pool)).toMatchObject({ version: 0, accepted: { profile: "variables" } });
    await beginCustody(database, { keepsDecided: { ...UNSET, audit: false } });
    expect(await readCustodyPolicy(pool)).toMatchObject({ version: 1, accepted: { profile: "variables" } });
    // A later start changes nothing.
    await beginCustody(database, { keepsDecided: UNSET });
    expect(await readCustodyPolicy(pool)).toMatchObject({ version: 1, accepted: { profile: "variables" } });
    await pool.query("DELETE FROM custody_policies");
    await beginCustody(database, { keepsDecided: UNSET });
    expect(await readCustodyPolicy(pool)).toEqual({
      version: 1,
      accepted: { profile: "lfpiorpi", months: 120 },
      rejected: { profile: "lfpiorpi", months: 120 },
      undecided: { profile: "variables", months: null },
    });
  });

  it("is refused if somebody changed it meanwhile", async () => {
    const { before } = await periods("own");
    await expect(
      changeCustodyPolicy(
        {
          version: before.version,
          accepted: { profile: "minimum" },
          rejected: { profile: "minimum" },
          undecided: { profile: "minimum" },
        },
        ana.id,
        database,
      ),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("a decided file", () => {
  it("is kept for ten years from its decision, from the retention and from erasing, and then no longer", async () => {
    await periods("lfpiorpi");
    await file("ver_ten");
    await accept("ver_ten");
    await age("ver_ten");
    const before = await left("ver_ten");
    const { kept, erasable } = await custody("ver_ten");
    expect({ kept, erasable }).toMatchObject({ kept: { because: "accepted", profile: "lfpiorpi" }, erasable: false });
    const [until, since] = kept?.because === "accepted" ? [kept.until, kept.since] : [];
    expect(Number(until?.slice(0, 4)) - Number(since?.slice(0, 4))).toBe(10);
    await keep();
    expect(await left("ver_ten")).toBe(before);
    await expect(refuseCovered(pool, "ver_ten")).rejects.toMatchObject({
      code: "MUST_BE_KEPT",
      status: 409,
      message: expect.stringContaining(`kept until ${until?.slice(0, 10)}`),
    });
    // Ten years later.
    await pool.query("ALTER TABLE review_log DISABLE TRIGGER USER");
    await pool.query("UPDATE review_log SET at = at - interval '121 months' WHERE verification_id = 'ver_ten'");
    await pool.query("ALTER TABLE review_log ENABLE TRIGGER USER");
    await pool.query("UPDATE custody_kept SET look_again_at = look_again_at - interval '121 months'");
    expect(await custody("ver_ten")).toMatchObject({ kept: null, erasable: true, holds: [] });
    await keep();
    expect(await left("ver_ten")).toBe(0);
    await erase("ver_ten");
  });

  it("loses the period with a policy that has none", async () => {
    await periods("own");
    await file("ver_changed");
    await accept("ver_changed");
    await age("ver_changed");
    await keep();
    expect(await left("ver_changed")).toBeGreaterThan(0);
    await periods("minimum");
    await keep();
    expect(await left("ver_changed")).toBe(0);
  });

  it("is kept from the retention alone by variables that are not set", async () => {
    await periods("variables");
    await file("ver_variables");
    await accept("ver_variables");
    expect(await custody("ver_variables")).toMatchObject({
      kept: { because: "accepted", profile: "variables", until: null },
      erasable: true,
    });
    expect(await custody("ver_variables", SET)).toMatchObject({ kept: null, erasable: true });
    await erase("ver_variables");
  });
});

it("an undecided file is kept from the last receipt on, where the policy says so", async () => {
  await periods("variables", "own");
  await file("ver_open");
  await age("ver_open");
  await keep();
  expect(await left("ver_open")).toBeGreaterThan(0);
  expect(await custody("ver_open")).toMatchObject({ kept: { because: "undecided", profile: "own" }, erasable: false });
  await expect(refuseCovered(pool, "ver_open")).rejects.toMatchObject({ code: "MUST_BE_KEPT" });
  await age("ver_open");
  await pool.query("UPDATE custody_kept SET look_again_at = now()");
  await keep();
  expect(await left("ver_open")).toBe(0);
});

describe("a legal hold", () => {
  beforeEach(() => periods("variables"));

  it("of a file keeps it until a person ends the hold", async () => {
    await file("ver_held");
    await age("ver_held");
    const hold = await placeHold({ verification_id: "ver_held", reason: "Oficio 12/2026" }, ana.id, database);
    expect(await custody("ver_held")).toMatchObject({
      kept: { because: "hold", until: null },
      erasable: false,
      holds: [expect.objectContaining({ hold_id: hold.hold_id, reason: "Oficio 12/2026", placed_by: "Ana", files: 1 })],
    });
    const before = await left("ver_held");
    await keep();
    await keep();
    expect(await left("ver_held")).toBe(before);
    const details = { holds: [{ reason: "Oficio 12/2026", placed_by: "Ana" }] };
    await expect(refuseCovered(pool, "ver_held")).rejects.toMatchObject({ code: "MUST_BE_KEPT", details });
    await endHold(hold.hold_id, "Concluyó el juicio", ana.id, database);
    await expect(endHold(hold.hold_id, "Otra vez", ana.id, database)).rejects.toMatchObject({ code: "CONFLICT" });
    await keep();
    expect(await left("ver_held")).toBe(0);
    await erase("ver_held");
    expect((await listHolds(database)).items.filter(({ verification_id }) => verification_id === "ver_held")).toEqual(
      [],
    );
  });

  it("of a person keeps every file that has named the person, also later, and loses the CURP at its end", async () => {
    await file("ver_person_1", CURP);
    const hold = await placeHold({ curp: CURP, reason: "Orden judicial" }, ana.id, database);
    expect(hold).toMatchObject({ curp_ends: "LOOA…07", files: 1, verification_id: null });
    await file("ver_person_2", CURP);
    await file("ver_stranger", "BOXW310820HNERXN09");
    // A newer answer lacks the person.
    await receive(read("ver_person_2", 500, { full_list: [] }, "people"));
    await rebuildProjections(database);
    for (const id of ["ver_person_1", "ver_person_2", "ver_stranger"]) await age(id);
    await keep();
    expect(await left("ver_person_1")).toBeGreaterThan(0);
    expect(await left("ver_person_2")).toBeGreaterThan(0);
    expect(await left("ver_stranger")).toBe(0);
    await expect(refuseCovered(pool, "ver_person_2")).rejects.toMatchObject({ code: "MUST_BE_KEPT" });
    const ended = await endHold(hold.hold_id, "Sin efecto", ana.id, database);
    expect(ended).toMatchObject({ curp_ends: "LOOA…07", files: 2, end_reason: "Sin efecto" });
    expect((await pool.query("SELECT FROM legal_holds WHERE curp IS NOT NULL")).rowCount).toBe(0);
    await keep();
    expect(await left("ver_person_1")).toBe(0);
  });

  it("keeps old entries of the trail about its files until it ends", async () => {
    await file("ver_trail");
    const hold = await placeHold({ verification_id: "ver_trail", reason: "Oficio" }, ana.id, database);
    await pool.query(
      `INSERT INTO audit_log (at, action, ids) VALUES
         (now() - interval '4000 days', 'people.opened', '{"verification_id": "ver_trail"}'),
         (now() - interval '4000 days', 'people.searched', '{"verification_ids": ["ver_nobody", "ver_trail"]}')`,
    );
    const old = async () =>
      (await pool.query("SELECT FROM audit_log WHERE at < now() - interval '3653 days'")).rowCount;
    await keep();
    await keep();
    expect(await old()).toBe(2);
    await endHold(hold.hold_id, "Fin", ana.id, database);
    await keep();
    expect(await old()).toBe(0);
  });

  it("needs a file that is known", async () => {
    await expect(
      placeHold({ verification_id: "ver_of_nobody", reason: "Oficio" }, ana.id, database),
    ).rejects.toMatchObject({ code: "NOT_FOUND", details: { field: "verification_id", file: "unknown" } });
  });

  it("takes the tag of its file, or the address of a page of it", async () => {
    await receive(deliver("verification.v2.created", { verification_id: "ver_tagged", verification_tag: "EXP 77/a" }));
    for (const name of ["EXP 77/a", "https://cotejo.example.mx/verifications/ver_tagged/people/3"]) {
      const hold = await placeHold({ verification_id: name, reason: "Oficio" }, ana.id, database);
      expect(hold.verification_id).toBe("ver_tagged");
      await endHold(hold.hold_id, "Fin", ana.id, database);
    }
  });

  it("waits for a transaction that deletes, and is checked by the next", async () => {
    await file("ver_race");
    const deleting = await pool.connect();
    await deleting.query("BEGIN");
    await lockCustody(deleting, "delete");
    let placed = false;
    const placing = placeHold({ verification_id: "ver_race", reason: "Oficio" }, ana.id, database).then(() => {
      placed = true;
    });
    const waiting = () => pool.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
    await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0);
    expect(placed).toBe(false);
    await deleting.query("COMMIT");
    deleting.release();
    await placing;
    await expect(refuseCovered(pool, "ver_race")).rejects.toMatchObject({ code: "MUST_BE_KEPT" });
  });
});

it("a run of the retention is recorded with what it deleted and by which rule, here and in the trail", async () => {
  await periods("variables");
  await file("ver_run");
  await age("ver_run");
  const task = privacyTasks({ info: () => undefined }, database, { ...DAYS, keepsDecided: UNSET })[0];
  await task?.run(new AbortController().signal);
  const runs = await listRuns(pool);
  expect(runs[0]?.deleted).toContainEqual({
    kind: "deliveries",
    rows: 3,
    older_than: { count: 365, unit: "days" },
    by: "RETENTION_PAYLOADS_DAYS",
  });
  const { rows } = await pool.query(
    "SELECT after FROM audit_log WHERE action = 'retention.deleted' ORDER BY id DESC LIMIT 1",
  );
  expect(rows).toEqual([{ after: expect.objectContaining({ deliveries: expect.objectContaining({ rows: 3 }) }) }]);
  // A run that deletes nothing is not recorded.
  await task?.run(new AbortController().signal);
  expect(await listRuns(pool)).toHaveLength(runs.length);
});

describe("the end of the business relation", () => {
  const state = (verification_id: string, ended_on: string | null) =>
    setRelationEnd({ verification_id, ended_on }, database);
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

  it("begins the period of a decided file again if it is later than the decision, and can be taken back", async () => {
    await periods("own");
    await file("ver_relation");
    await expect(state("ver_relation", day(-3))).rejects.toMatchObject({ code: "CONFLICT" });
    await accept("ver_relation");
    await pool.query("ALTER TABLE review_log DISABLE TRIGGER USER");
    await pool.query("UPDATE review_log SET at = at - interval '25 months' WHERE verification_id = 'ver_relation'");
    await pool.query("ALTER TABLE review_log ENABLE TRIGGER USER");
    expect(await custody("ver_relation")).toMatchObject({ erasable: true, decided: true, relation_ended_on: null });
    const ended_on = day(-40);
    const { before, custody: after } = await state("ver_relation", ended_on);
    expect(before).toBeNull();
    expect(after).toMatchObject({
      kept: { because: "relation", profile: "own" },
      erasable: false,
      relation_ended_on: ended_on,
    });
    // An end from before the decision shortens nothing.
    await state("ver_relation", "2020-01-31");
    expect(await custody("ver_relation")).toMatchObject({ erasable: true, relation_ended_on: "2020-01-31" });
    await expect(state("ver_relation", day(2))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await state("ver_relation", null)).toMatchObject({ before: "2020-01-31" });
    expect(await custody("ver_relation")).toMatchObject({ relation_ended_on: null });
  });

  it("keeps a file from the retention", async () => {
    await periods("own");
    await file("ver_relation_kept");
    await accept("ver_relation_kept");
    await age("ver_relation_kept");
    await pool.query("ALTER TABLE review_log DISABLE TRIGGER USER");
    await pool.query(
      "UPDATE review_log SET at = at - interval '25 months' WHERE verification_id = 'ver_relation_kept'",
    );
    await pool.query("ALTER TABLE review_log ENABLE TRIGGER USER");
    await state("ver_relation_kept", day(-40));
    const before = await left("ver_relation_kept");
    await keep();
    expect(await left("ver_relation_kept")).toBe(before);
    await state("ver_relation_kept", null);
    await keep();
    expect(await left("ver_relation_kept")).toBe(0);
  });
});
