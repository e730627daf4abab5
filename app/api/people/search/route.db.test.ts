import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PeopleList } from "#lib/core/contract/people/people-search.ts";
import type { VerificationPeople } from "#lib/core/contract/people/person.ts";
import { openPeople } from "#lib/core/server/people/open.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { POST } from "./route.ts";

const jar = vi.hoisted(() => new Map<string, { name: string; value: string }>());
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    set: (name: string, value: string) => jar.set(name, { name, value }),
  }),
}));

let dashboard: TestDashboard;
let id: string;
let people: VerificationPeople["full_list"];

beforeAll(async () => {
  dashboard = await startDashboard();
  id = await dashboard.service.play("finished");
  people = (await openPeople({ verification_id: id, userId: "somebody" }))?.full_list ?? expect.unreachable();
});
afterAll(() => dashboard.end());
beforeEach(() => jar.clear());

const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

const post = (body: unknown, headers: Record<string, string> = SAME_ORIGIN) =>
  POST(
    new NextRequest("http://localhost:3000/api/people/search", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
    { params: Promise.resolve({}) },
  );
const found = async (body: unknown): Promise<PeopleList> => (await post(body)).json();

describe("POST /api/people/search", () => {
  it("is for every signed-in user, and its answer is not cached", async () => {
    expect((await post({ q: "a" })).status).toBe(401);
    for (const role of ROLES) {
      await dashboard.signInAs(role);
      const response = await post({ q: id });
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("finds people read from the service, by name and by CURP, and shows neither the whole CURP nor other fields", async () => {
    await dashboard.signInAs("support");
    for (const person of people) {
      const curp = person.external_identities.curp?.search_number ?? expect.unreachable();
      expect((await found({ q: curp })).items).toMatchObject([{ verification_id: id, people_id: person.people_id }]);
      const { items } = await found({ q: `${person.full_name?.toUpperCase()} ${id}` });
      expect(items).toContainEqual({
        verification_id: id,
        tag: expect.any(String),
        title: null,
        people_id: person.people_id,
        occurrence: 0,
        name: person.full_name,
        role: person.role,
        birth_year: Number(person.external_identities.curp?.applicant_data?.birth_date?.slice(0, 4)),
        curp: `${curp.slice(0, 4)}…${curp.slice(-2)}`,
        outcome: "found",
        has_pdf: true,
        people_error: null,
        at: expect.any(String),
        place: expect.any(Array),
      });
      expect(JSON.stringify(items)).not.toContain(curp);
    }
  });

  it("narrows by outcome, and continues after a page", async () => {
    await dashboard.signInAs("support");
    expect((await found({ q: id, outcome: ["failed"] })).total).toBe(0);
    const first = await found({ q: id, outcome: ["found"], limit: 1 });
    expect(first.total).toBe(people.length);
    const second = await found({ q: id, outcome: ["found"], limit: 1, cursor: first.next_cursor });
    expect(second.items[0]?.people_id).not.toBe(first.items[0]?.people_id);
  });

  it.each([
    ["an unknown field", { q: "a", url: "x" }],
    ["an unknown outcome", { outcome: ["lost"] }],
    ["a text too long", { q: "x".repeat(201) }],
    ["a number as text", { q: 1 }],
    ["a limit of zero", { limit: 0 }],
    ["a limit too high", { limit: 201 }],
    ["no JSON", "{"],
    ["nothing", "null"],
  ])("refuses %s, without repeating it", async (_what, body) => {
    await dashboard.signInAs("support");
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).not.toMatch(/lost|xxx/);
  });

  it("refuses other sites", async () => {
    await dashboard.signInAs("support");
    expect((await post({ q: "a" }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  });

  describe("is recorded", () => {
    type SearchEntry = { email: string; after: { text: string; found: number }; ids: { verification_ids: string[] } };
    const entries = () =>
      dashboard.query<SearchEntry>(
        "SELECT user_email AS email, after, ids FROM audit_log WHERE action = 'people.searched' ORDER BY id",
      );
    const aMinuteLater = () =>
      dashboard.query(
        "ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only; UPDATE audit_log SET at = at - interval '61 seconds'; ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only",
      );
    beforeEach(aMinuteLater);

    it("once, however often the page repeats it by itself: pages, and rows after live updates", async () => {
      await dashboard.signInAs("support");
      const page = { q: id, outcome: ["found"], limit: 1 };
      const first = await found(page);
      const next = { ...page, cursor: first.next_cursor };
      const second = await found(next);
      await aMinuteLater();
      const before = (await entries()).length;
      await found({ ...page, proof: first.proof });
      await found({ ...next, proof: second.proof });
      const whole = await found({ q: id });
      await aMinuteLater();
      const rows = { q: id, ids: [id], until: whole.next_cursor, proof: whole.proof };
      expect((await found(rows)).items).toHaveLength(people.length);
      // Rows that have not just changed, of a file that a search showed.
      await dashboard.query("UPDATE verification_people SET at = now() - interval '1 day'");
      await found(rows);
      expect((await entries()).length).toBe(before + 1);
      // A file that no search of the user has shown.
      await dashboard.signInAs("auditor");
      const empty = await found({ q: id, outcome: ["failed"] });
      const none = (await entries()).length;
      const hidden = await found({ q: id, ids: [id], until: null, proof: empty.proof });
      expect(hidden.items).toHaveLength(people.length);
      expect((await entries()).length).toBe(none + 1);
    });

    it.each<[string, (first: PeopleList) => object]>([
      ["of other words", ({ proof }) => ({ q: `${id} ${people[0]?.full_name}`, limit: 1, proof })],
      ["of the next page", ({ proof, next_cursor }) => ({ q: id, limit: 1, cursor: next_cursor, proof })],
      ["of more rows", ({ proof }) => ({ q: id, limit: 200, proof })],
      ["with another outcome", ({ proof }) => ({ q: id, outcome: ["found"], limit: 1, proof })],
      ["with a proof that nobody made", () => ({ q: id, limit: 1, proof: "0:000000000000" })],
    ])("where a client passes another search for a repetition: %s", async (_what, other) => {
      await dashboard.signInAs("support");
      const first = await found({ q: id, limit: 1 });
      await aMinuteLater();
      const before = (await entries()).length;
      await found(other(first));
      expect((await entries()).length).toBe(before + 1);
    });

    it("in another session, whatever proof it sends", async () => {
      await dashboard.signInAs("support");
      const { proof } = await found({ q: id });
      await aMinuteLater();
      const before = (await entries()).length;
      jar.clear();
      await dashboard.signInAs("support");
      await found({ q: id, proof });
      expect((await entries()).length).toBe(before + 1);
    });

    it("with its user, the kind of text, the number of people and their files, never the text", async () => {
      const curp = people[0]?.external_identities.curp?.search_number ?? expect.unreachable();
      const before = (await entries()).length;
      await dashboard.signInAs("support");
      for (const q of [id, curp, `${curp.slice(0, 4)}…${curp.slice(-2)}`, curp.slice(0, 11), "", null])
        await found({ q });
      await dashboard.signInAs("admin");
      await found({ q: "nobody is called that" });
      const written = (await entries()).slice(before);
      const verification_ids = [id];
      expect(written).toEqual([
        { email: "support@example.mx", after: { text: "words", found: people.length }, ids: { verification_ids } },
        { email: "support@example.mx", after: { text: "curp", found: 1 }, ids: { verification_ids } },
        { email: "support@example.mx", after: { text: "curp_part", found: 1 }, ids: { verification_ids } },
        { email: "admin@example.mx", after: { text: "words", found: 0 }, ids: { verification_ids: [] } },
      ]);
      const kept = JSON.stringify(await dashboard.query("SELECT * FROM audit_log"));
      for (const text of [curp, curp.slice(0, 11), "nobody is called that"]) expect(kept).not.toContain(text);
    });

    it("once a minute for each user and kind, and once more for newly shown files", async () => {
      const other = await dashboard.service.play("finished");
      await openPeople({ verification_id: other, userId: "somebody" });
      await dashboard.signInAs("support");
      const before = (await entries()).length;
      const since = async () => (await entries()).slice(before).map(({ ids }) => ids.verification_ids);
      await Promise.all(Array.from({ length: 5 }, () => found({ q: id })));
      expect(await since()).toEqual([[id]]);
      await found({ q: other });
      await found({ q: "nobody is called that" });
      expect(await since()).toEqual([[id], [other]]);
      await aMinuteLater();
      await found({ q: other });
      expect(await since()).toEqual([[id], [other], [other]]);
    });
  });

  it("if the text has the shape of a CURP thirty times a minute, of any kind and however often repeated", async () => {
    await dashboard.signInAs("compliance");
    const like = (n: number) => `LOAR9503${String(10 + n)}HMCPRL05`;
    for (let n = 0; n < 15; n += 1) expect((await post({ q: like(n) })).status).toBe(200);
    for (let n = 0; n < 15; n += 1) expect((await post({ q: like(n).slice(0, 11) })).status).toBe(200);
    for (const q of ["LOAR 05", "loar…99", "LOAR950315HMCPRL99", "950315H"]) {
      const refused = await post({ q });
      expect([refused.status, (await refused.json()).code]).toEqual([429, "TOO_MANY_REQUESTS"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(30);
    }
    expect((await post({ q: like(3) })).status).toBe(200);
    expect((await post({ q: "raul" })).status).toBe(200);
    await dashboard.signInAs("admin");
    expect((await post({ q: like(3) })).status).toBe(200);
  });

  it("is no user activity: a list that follows updates refetches by itself", async () => {
    await dashboard.signInAs("support");
    const seen = () => dashboard.query("SELECT active_at FROM sessions ORDER BY 1 DESC");
    await dashboard.query("UPDATE sessions SET active_at = active_at - interval '5 minutes'");
    const before = await seen();
    await post({ q: "a" });
    expect(await seen()).toEqual(before);
  });
});
