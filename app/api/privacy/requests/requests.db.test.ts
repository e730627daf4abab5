import { NextRequest } from "next/server";
import { describe, expect, it, vi } from "vitest";
import { curpOf, personName, shortenCurp } from "#lib/core/contract/people/person.ts";
import { openPeople } from "#lib/core/server/people/open.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { type ArcoDetail, type KeptPerson, lastText, type PersonOpenings } from "#lib/records/contract/privacy/arco.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { retain } from "#lib/records/server/privacy/retention.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import { GET as extract } from "./[request_id]/extract/route.ts";
import { GET as openings } from "./[request_id]/openings/route.ts";
import { PATCH, GET as read } from "./[request_id]/route.ts";
import { GET, POST } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const query = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;

const dashboard = dashboardForEach(() => query("DELETE FROM arco_requests"));

const JUNE = "2026-06-01T21:30:00-06:00";
const register = (change: object = {}) =>
  callRoute(POST, { body: { kind: "access", subject: { name: "Rosa Ibarra" }, received_at: JUNE, ...change } });
const change = (request_id: string, body: object) =>
  callRoute(PATCH, { method: "PATCH", params: { request_id }, body });
const list = async () => (await callRoute(GET, { method: "GET" })).body;
const detail = async (request_id: string, search = ""): Promise<ArcoDetail> =>
  (await callRoute(read, { method: "GET", params: { request_id }, search })).body;
const export_ = (request_id: string, search = "") =>
  callRoute(extract, { method: "GET", params: { request_id }, search });
const whoSaw = (request_id: string) => callRoute(openings, { method: "GET", params: { request_id } });
const entries = (action: string) =>
  query("SELECT ids, after, outcome FROM audit_log WHERE action = $1 AND outcome <> 'begun' ORDER BY id", [action]);
/** A time of receipt whose period for the answer has not ended. */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();

/** A person of a played file whose CURP is known. */
async function somebody() {
  const verification_id = await dashboard().service.play("finished");
  const people = await openPeople({ verification_id, userId: "00000000-0000-4000-8000-000000000000" });
  const person = people?.full_list.find((one) => curpOf(one) !== null && personName(one) !== null);
  if (!person) return expect.unreachable();
  const { people_id } = person;
  return {
    verification_id,
    people_id,
    curp: curpOf(person) ?? "",
    name: personName(person) ?? "",
    all: people?.full_list ?? [],
  };
}

describe("a request", () => {
  it("is due 20 working days after its receipt, in the zone of the policy, and is in no entry of the trail by name", async () => {
    const { status, body } = await register();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      request_id: expect.any(String),
      kind: "access",
      state: "open",
      due_on: "2026-06-29",
      due_at: "2026-06-30T05:59:59.999000Z",
      extended: false,
    });
    expect((await entries("privacy_request.received")).at(-1)).toEqual({
      ids: { request_id: body.request_id },
      after: { kind: "access", subject: ["name"], due_on: "2026-06-29" },
      outcome: "done",
    });
    expect(JSON.stringify(await query("SELECT * FROM audit_log"))).not.toContain("Ibarra");
  });

  it.each([
    ["no subject", { subject: {} }],
    ["part of a CURP", { subject: { curp: "HEGG560427" } }],
    ["another kind", { kind: "portability" }],
    ["a future time", { received_at: "2999-01-01T00:00:00Z" }],
    ["a day without a time", { received_at: "2026-06-01" }],
    ["an unknown field", { subject: { name: "Rosa", email: "rosa@example.mx" } }],
  ])("is refused with %s", async (_what, wrong) => {
    expect(await register(wrong)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  });

  it("shows its CURP shortened until it is opened, which the trail records", async () => {
    const { body } = await register({ subject: { curp: "hegg560427-mvzrrl04" } });
    expect(body.subject.curp).toBe("HEGG…04");
    expect((await list()).items[0].subject.curp).toBe("HEGG…04");
    const before = (await entries("privacy_request.opened")).length;
    expect((await detail(body.request_id)).subject.curp).toBe("HEGG…04");
    expect(await entries("privacy_request.opened")).toHaveLength(before);
    expect((await detail(body.request_id, "?whole=true")).subject.curp).toBe("HEGG560427MVZRRL04");
    expect((await entries("privacy_request.opened")).at(-1)?.ids).toEqual({ request_id: body.request_id });
    expect(JSON.stringify(await query("SELECT * FROM audit_log"))).not.toContain("HEGG560427MVZRRL04");
  });

  it("has a folio that no other one has, and the newest document that identified the requester", async () => {
    const first = (await register({ identified_by: "Voter card, seen" })).body;
    const second = (await register()).body;
    expect(second.folio).toBe(first.folio + 1);
    const { request_id } = second;
    await change(request_id, { action: "identify", text: "Voter card" });
    await change(request_id, { action: "identify", text: "Passport of the representative" });
    const { log } = await detail(request_id);
    expect(lastText(log, "identified")).toBe("Passport of the representative");
    expect((await detail(first.request_id)).log).toMatchObject([
      { step: "received", text: null },
      { step: "identified", text: "Voter card, seen" },
    ]);
    expect((await entries("privacy_request.changed")).at(-1)).toMatchObject({ after: { did: "identify" } });
    expect(JSON.stringify(await query("SELECT * FROM audit_log"))).not.toMatch(/Voter card|Passport/);
    // A closed request can be identified too: a receipt may be asked for again.
    await change(request_id, { action: "answer", outcome: "refused", text: "Not the holder." });
    expect((await change(request_id, { action: "identify", text: "Passport" })).status).toBe(200);
  });

  it("is listed by its due time, overdue ones first and closed ones last", async () => {
    const lately = await register({ received_at: yesterday() });
    const late = await register({ received_at: "2026-02-02T12:00:00Z" });
    const closed = await register({ received_at: "2026-01-05T12:00:00Z" });
    await change(closed.body.request_id, { action: "answer", outcome: "refused", text: "Not the holder of the data." });
    const { items, ...counts } = await list();
    expect(items.map(({ request_id }: { request_id: string }) => request_id)).toEqual(
      [late, lately, closed].map(({ body }) => body.request_id),
    );
    expect(items.map(({ overdue }: { overdue: boolean }) => overdue)).toEqual([true, false, false]);
    expect(items[0].days_left).toBeLessThan(0);
    expect(items[2]).toMatchObject({ state: "answered", outcome: "refused", due_at: null, days_left: null });
    expect(counts).toEqual({ total: 3, open: 2, overdue: 1 });
  });

  it("is answered, and executed within 15 working days; its log has each step with its user", async () => {
    const { request_id, due_at } = (await register({ received_at: yesterday() })).body;
    expect((await change(request_id, { action: "execute", text: "Erased." })).status).toBe(409);
    const answered = await change(request_id, {
      action: "answer",
      outcome: "partly",
      text: "The file has to be kept.",
    });
    expect(answered.body).toMatchObject({ state: "answered", outcome: "partly", overdue: false });
    expect(answered.body.due_at).not.toBe(due_at);
    expect(answered.body.days_left).toBe(15);
    expect((await change(request_id, { action: "answer", outcome: "refused", text: "No." })).status).toBe(409);
    await change(request_id, { action: "note", text: "Called the person." });
    expect((await change(request_id, { action: "execute", text: "Corrected." })).body).toMatchObject({
      state: "executed",
      due_at: null,
    });
    expect((await change(request_id, { action: "execute", text: "Again." })).status).toBe(409);
    expect((await detail(request_id)).log).toMatchObject([
      { step: "received", by: "admin", text: null },
      { step: "answered", text: "The file has to be kept." },
      { step: "noted", text: "Called the person." },
      { step: "executed", text: "Corrected." },
    ]);
    expect((await entries("privacy_request.changed")).filter(({ ids }) => ids.request_id === request_id)).toMatchObject(
      [
        { outcome: "failed" },
        { outcome: "done", after: { did: "answer", answer: "partly", state: "answered" } },
        { outcome: "failed" },
        { after: { did: "note" } },
        { after: { did: "execute", state: "executed" } },
        { outcome: "failed" },
      ],
    );
    expect(JSON.stringify(await query("SELECT * FROM audit_log"))).not.toContain("Called the person");
  });

  it("is extended once, with a reason, and not after its period", async () => {
    const { request_id } = (await register({ received_at: yesterday() })).body;
    expect((await change(request_id, { action: "extend", text: " " })).status).toBe(400);
    const both = await Promise.all(["One", "Two"].map((text) => change(request_id, { action: "extend", text })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const extended = both.find(({ status }) => status === 200)?.body;
    expect(extended).toMatchObject({ extended: true, state: "open" });
    expect(extended.days_left).toBeGreaterThan(35);
    await change(request_id, { action: "answer", outcome: "granted", text: "Yes." });
    expect((await change(request_id, { action: "extend", text: "Once more" })).status).toBe(409);
    const late = (await register({ received_at: "2026-02-02T12:00:00Z" })).body;
    expect((await change(late.request_id, { action: "extend", text: "Too late" })).status).toBe(409);
  });

  it("is deleted so many years after it was closed, with its log, and never while it is open", async () => {
    const open = (await register({ received_at: "2015-01-05T12:00:00Z" })).body;
    const old = (await register({ received_at: "2015-01-05T12:00:00Z" })).body;
    const late = (await register({ received_at: "2015-01-05T12:00:00Z" })).body;
    for (const { request_id } of [old, late]) {
      await change(request_id, { action: "answer", outcome: "refused", text: "Not the holder of the data." });
    }
    await query("UPDATE arco_requests SET closed_at = now() - interval '10 years 1 day' WHERE id = $1", [
      old.request_id,
    ]);
    await retain(new AbortController().signal, database());
    const ids = (await list()).items.map(({ request_id }: { request_id: string }) => request_id);
    expect(new Set(ids)).toEqual(new Set([open.request_id, late.request_id]));
    expect(await query("SELECT FROM arco_log WHERE request_id = $1", [old.request_id])).toEqual([]);
  });

  it("is for compliance and admins, and the extract asks for the password again", async () => {
    const { request_id } = (await register()).body;
    await dashboard().signInAs("support");
    expect((await callRoute(GET, { method: "GET" })).status).toBe(403);
    await dashboard().signInAs("compliance");
    expect((await callRoute(GET, { method: "GET" })).status).toBe(200);
    await query("UPDATE sessions SET authenticated_at = now() - interval '11 minutes'");
    expect((await export_(request_id)).body.code).toBe("STEP_UP_REQUIRED");
    jar.clear();
    expect((await export_(request_id)).status).toBe(401);
  });
});

describe("a request that names a file", () => {
  const named = async (name: string) => register({ subject: { verification_id: name } });
  /** As a version before 0.5 stored it, whatever it was. */
  const stored = async (name: string) => {
    const { request_id } = (await register()).body;
    await query("UPDATE arco_requests SET name = NULL, verification_id = $2 WHERE id = $1", [request_id, name]);
    return request_id as string;
  };
  const tagOf = async (id: string): Promise<string> =>
    (await query("SELECT tag FROM verification_summaries WHERE verification_id = $1", [id]))[0].tag;

  it("takes its id, its tag or an address of its pages, and stores the id", async () => {
    const { verification_id } = await somebody();
    const tag = await tagOf(verification_id);
    const page = `https://cotejo.example.mx/verifications/${verification_id}`;
    for (const name of [
      verification_id,
      ` ${tag} `,
      page,
      `${page}/people/7#curp`,
      `/verifications/${verification_id}`,
    ]) {
      const { status, body } = await named(name);
      expect([name, status, body.subject?.verification_id]).toEqual([name, 201, verification_id]);
      const { kept } = await detail(body.request_id);
      expect(kept).toMatchObject({ file: { state: "known", verification_id }, files: [{ verification_id, tag }] });
      expect(kept.people.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ["EXP-0000000"],
    ["https://cotejo.example.mx/verifications/ver_nobody"],
    ["https://crm.mx/exp?id=1"],
    ["nonsense of somebody"],
    ["'; DROP TABLE inbox; --"],
    ["%"],
  ])("is refused with the field if no file here has the name %s", async (name) => {
    const { status, body } = await named(name);
    expect([status, body]).toMatchObject([
      400,
      { code: "VALIDATION_ERROR", field: "subject.verification_id", file: "unknown" },
    ]);
    expect(body.message).toContain("subject.verification_id");
    expect((await list()).total).toBe(0);
  });

  it("is refused if several files have the tag, and accepts the id of one", async () => {
    const tag = `EXP-TWICE-${Date.now()}`;
    const ids = await Promise.all([1, 2].map(() => dashboard().service.play("finished", { tag })));
    for (const verification_id of ids)
      await openPeople({ verification_id, userId: "00000000-0000-4000-8000-000000000000" });
    await expect.poll(() => query("SELECT FROM verification_list WHERE by_tag = $1", [tag])).toHaveLength(2);
    expect((await named(tag)).body).toMatchObject({ field: "subject.verification_id", file: "ambiguous" });
    expect((await named(ids[0] ?? "")).status).toBe(201);
    const { kept } = await detail(await stored(tag));
    expect(kept).toMatchObject({ people: [], files: [], file: { state: "ambiguous" } });
  });

  it("of an earlier version says that the file is unknown, searches nothing and exports nothing", async () => {
    const request_id = await stored("EXP-2008");
    const searched = () => query("SELECT FROM audit_log WHERE action = 'people.searched'");
    const before = (await searched()).length;
    const { kept } = await detail(request_id);
    expect(kept).toEqual({
      people: [],
      files: [],
      found: 0,
      file: { state: "unknown", verification_id: null },
      curp_unusual: false,
    });
    expect(await searched()).toHaveLength(before);
    expect(await export_(request_id)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    // With a name there is something to export, which says that the file is unknown.
    await query("UPDATE arco_requests SET name = 'Rosa Ibarra' WHERE id = $1", [request_id]);
    expect(await export_(request_id)).toMatchObject({ status: 200, body: { request: { file: { state: "unknown" } } } });
  });

  it("of an earlier version by a tag finds the file", async () => {
    const { verification_id, all } = await somebody();
    const { kept } = await detail(await stored(await tagOf(verification_id)));
    expect(kept).toMatchObject({ file: { state: "known", verification_id }, files: [{ verification_id }] });
    expect(kept.people).toHaveLength(all.length);
  });

  it("tells a blocked or erased file from an unknown one", async () => {
    const { verification_id } = await somebody();
    const { request_id } = (await named(verification_id)).body;
    await eraseVerification({ verification_id }, { user: null, address: null, user_agent: null });
    expect((await detail(request_id)).kept).toMatchObject({ people: [], files: [], file: { state: "erased" } });
    expect((await named(verification_id)).status).toBe(201);
    await query("INSERT INTO blocked_verifications (id_hash, verification_id) VALUES ('\\x01', 'ver_blocked_here')");
    const blocked = (await named("ver_blocked_here")).body;
    expect((await detail(blocked.request_id)).kept).toMatchObject({
      people: [],
      files: [],
      file: { state: "blocked" },
    });
    await query("DELETE FROM blocked_verifications");
  });

  it("tells a mistyped CURP, which is accepted, from a usual one", async () => {
    const unusual = async (curp: string) => {
      const { request_id } = (await register({ subject: { curp } })).body;
      return (await detail(request_id)).kept.curp_unusual;
    };
    expect(await unusual("HEGG560427MVZRRL04")).toBe(false);
    expect(await unusual(" hegg560427 mvzrrl-05 ")).toBe(true);
    expect(await unusual("HEGG561327MVZRRL04")).toBe(true);
  });
});

describe("what is kept about the subject", () => {
  const matchOf = (people: readonly KeptPerson[], verification_id: string, people_id: number | null) =>
    people.find((one) => one.verification_id === verification_id && one.people_id === people_id)?.match;

  it("is found by CURP across files, with the kinds of data, as a recorded search of people", async () => {
    const { verification_id, people_id, curp } = await somebody();
    const { request_id } = (await register({ subject: { curp } })).body;
    const { kept } = await detail(request_id);
    expect(matchOf(kept.people, verification_id, people_id)).toBe("curp");
    expect(kept.people.every((person) => person.curp === shortenCurp(curp))).toBe(true);
    expect(kept.files.find((file) => file.verification_id === verification_id)?.counts).toMatchObject({
      people: expect.any(Number),
      deliveries: expect.any(Number),
      readings: expect.any(Number),
      notes: 0,
    });
    expect(JSON.stringify(kept)).not.toContain(curp);
    const searched = await query("SELECT ids, after FROM audit_log WHERE action = 'people.searched' ORDER BY id");
    expect(searched.at(-1)).toMatchObject({ after: { text: "curp" } });
    expect(searched.some(({ ids }) => ids.verification_ids.includes(verification_id))).toBe(true);
  });

  it("is found by name, as a possible match if the CURP differs; a request about a file lists the people of the file", async () => {
    const { verification_id, people_id, name, all } = await somebody();
    const named = (await register({ subject: { name: name.toUpperCase() } })).body;
    expect(matchOf((await detail(named.request_id)).kept.people, verification_id, people_id)).toBe("name");
    const other = (await register({ subject: { name, curp: "HEGG560427MVZRRL04" } })).body;
    expect(matchOf((await detail(other.request_id)).kept.people, verification_id, people_id)).toBe("possible");
    const ofFile = (await register({ subject: { verification_id } })).body;
    const { people, files, found } = (await detail(ofFile.request_id)).kept;
    expect(found).toBe(people.length);
    expect(people).toHaveLength(all.length);
    expect(new Set(people.map(({ match }) => match))).toEqual(new Set(["file"]));
    expect(files.map((file) => file.verification_id)).toEqual([verification_id]);
  });

  it("is extracted as JSON, of the certain matches or the chosen people, each recorded as an opening", async () => {
    const { verification_id, people_id, curp, all } = await somebody();
    const { request_id } = (await register({ subject: { curp, verification_id } })).body;
    const { status, body, headers } = await export_(request_id);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="arco-${request_id}.json"`);
    const mine = body.people.find((one: KeptPerson) => one.verification_id === verification_id);
    expect(mine).toMatchObject({ people_id, openings: 1, data: { people_id } });
    expect(curpOf(mine.data)).toBe(curp);
    // The extract has no other person of the same file.
    expect(body.people.filter((one: KeptPerson) => one.verification_id === verification_id)).toHaveLength(1);
    expect(body.files).toContainEqual(expect.objectContaining({ verification_id, counts: expect.any(Object) }));
    expect((await query("SELECT ids FROM audit_log WHERE action = 'people.opened' ORDER BY id")).at(-1)).toBeDefined();
    expect(
      await query(
        "SELECT FROM audit_log WHERE action = 'people.opened' AND ids ->> 'verification_id' = $1 AND ids -> 'people_ids' @> to_jsonb($2::bigint)",
        [verification_id, people_id],
      ),
    ).toHaveLength(1);
    expect((await entries("privacy_request.extracted")).at(-1)).toMatchObject({
      ids: { request_id },
      after: { format: "json" },
      outcome: "done",
    });
    const other = all.find((one) => one.people_id !== people_id) ?? expect.unreachable();
    const key = encodeURIComponent(`${verification_id}/${other.people_id}/0`);
    const chosen = (await export_(request_id, `?person=${key}`)).body;
    expect(chosen.people.map((one: KeptPerson) => one.people_id)).toEqual([other.people_id]);
    expect((await export_(request_id, "?person=ver_other%2F7%2F0")).status).toBe(400);
    expect((await detail(request_id)).log.map(({ step }) => step)).toEqual(["received", "extracted", "extracted"]);
  });

  it("names who saw the person, the newest first, and nobody of the same file", async () => {
    const { verification_id, people_id, curp, name } = await somebody();
    const { request_id } = (await register({ subject: { curp } })).body;
    const mine = async () =>
      (await whoSaw(request_id)).body.people.find((one: PersonOpenings) => one.verification_id === verification_id);
    expect(await mine()).toMatchObject({ name, openings: [] });
    const actor = (user_name: string, action: string, ids: object) =>
      query("INSERT INTO audit_log (action, user_email, ids, outcome) VALUES ($1, $2, $3, 'done')", [
        action,
        user_name,
        JSON.stringify({ verification_id, ...ids }),
      ]);
    await actor("ana@example.mx", "people.opened", { people_ids: [people_id] });
    await actor("raul@example.mx", "curp_pdf.opened", { people_ids: [people_id] });
    await actor("eva@example.mx", "people.opened", { people_ids: [1_000_000] });
    await actor("eva@example.mx", "people.named", { people_ids: [people_id] });
    expect((await mine()).openings).toMatchObject([
      { by: "raul@example.mx", action: "curp_pdf.opened" },
      { by: "ana@example.mx", action: "people.opened" },
    ]);
    const nobody = (await register({ subject: { name: "Nadie De Este Nombre" } })).body;
    expect((await whoSaw(nobody.request_id)).body).toEqual({ people: [] });
  });

  it("is extracted as a workbook", async () => {
    const { curp } = await somebody();
    const { request_id } = (await register({ subject: { curp } })).body;
    const request = new NextRequest(`http://localhost:3000/api?format=xlsx`, {
      headers: { "sec-fetch-site": "same-origin" },
    });
    const response = await extract(request, { params: Promise.resolve({ request_id }) });
    expect(response.status).toBe(200);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    await expect
      .poll(() => entries("privacy_request.extracted").then((all) => all.at(-1)))
      .toMatchObject({
        ids: { request_id },
        after: { format: "xlsx", rows: expect.any(Number) },
      });
  });

  it("of an unknown request is 404", async () => {
    const request_id = "00000000-0000-4000-8000-000000000000";
    expect((await callRoute(read, { method: "GET", params: { request_id } })).status).toBe(404);
    expect((await export_(request_id)).status).toBe(404);
    expect((await whoSaw(request_id)).status).toBe(404);
    expect((await change(request_id, { action: "note", text: "x" })).status).toBe(404);
  });
});
