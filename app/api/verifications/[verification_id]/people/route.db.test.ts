import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { curpOf, type Person, shortenedPerson } from "#lib/core/contract/people/person.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { GET } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let dashboard: TestDashboard;
let id: string;

beforeAll(async () => {
  dashboard = await startDashboard();
  id = await dashboard.service.play("finished");
});
afterAll(() => dashboard.end());
beforeEach(async () => {
  jar.clear();
  await dashboard.clearFaults();
});

const BROWSER = { "x-cotejo-peer": "203.0.113.7", "user-agent": "a browser" };
const get = (verification_id = id, query = "") =>
  GET(
    new NextRequest(`http://localhost:3000/api/verifications/${verification_id}/people${query}`, { headers: BROWSER }),
    {
      params: Promise.resolve({ verification_id }),
    },
  );

/** Makes the last reads of the service too old to be reused. */
const later = () =>
  dashboard.query("UPDATE verification_reads SET succeeded_at = succeeded_at - interval '11 seconds'");

describe("GET /api/verifications/{id}/people", () => {
  it("is for every signed-in user", async () => {
    expect((await get()).status).toBe(401);
    for (const role of ROLES) {
      await dashboard.signInAs(role);
      const response = await get();
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("answers the maximum number of people of one file, and for more the reason why they are not read", async () => {
    await dashboard.signInAs("support");
    const crowded = await dashboard.service.play("full-upload");
    const add = (count: number, first: number) =>
      dashboard.service.change(
        crowded,
        ...Array.from({ length: count }, (_, index) => ({
          kind: "person_added",
          people_id: Number.MAX_SAFE_INTEGER - first - index,
          full_name: `Accionista número ${index} de la Sociedad Mercantil`,
          role: "shareholder",
        })),
      );
    const known = await dashboard.service.people(crowded);
    await add(500 - known.length, 0);
    const whole = await get(crowded);
    expect(whole.status).toBe(200);
    expect((await whole.json()).full_list).toHaveLength(500);
    await add(1, 1_000);
    await later();
    const { full_list, freshness } = await (await get(crowded)).json();
    expect(full_list).toHaveLength(500);
    expect(freshness.stale).toMatchObject({ code: "SERVICE_TOO_LARGE" });
  });

  it("answers people and their age, and no address of a PDF", async () => {
    await dashboard.signInAs("support");
    const text = await (await get()).text();
    expect(JSON.parse(text)).toMatchObject({
      full_list: expect.arrayContaining([
        expect.objectContaining({
          people_id: expect.any(Number),
          external_identities: expect.objectContaining({
            curp: expect.objectContaining({ curp_file: { available: true, expires_at: expect.any(String) } }),
          }),
        }),
      ]),
      freshness: { stale: null, unknown_to_service: false },
    });
    expect(text).not.toMatch(/:\/\/|Signature|Expires=/);
  });

  it("reads the service when people are opened, and not for a page that shows them already", async () => {
    await dashboard.signInAs("support");
    await get();
    const calls = await dashboard.countCalls("/v2/verifications/*");
    await later();
    const shown = await (await get(id, "?read=false")).json();
    expect(await calls()).toBe(0);
    expect(shown.full_list.length).toBeGreaterThan(0);
    await get();
    expect(await calls()).toBe(1);
  });

  it("reads the service for a page that claims to show them if they were never read", async () => {
    await dashboard.signInAs("support");
    const fresh = await dashboard.service.play("finished-clean");
    const response = await get(fresh, "?read=false");
    expect((await response.json()).full_list.length).toBeGreaterThan(0);
  });

  describe("is written to the audit trail", () => {
    const entries = () => dashboard.query("SELECT * FROM audit_log ORDER BY id");
    const ids = async (verification_id = id): Promise<number[]> =>
      (await (await get(verification_id)).json()).full_list.map(({ people_id }: { people_id: number }) => people_id);
    /** Empties the audit trail, as its retention would: the next read is a new opening. */
    const forget = () =>
      dashboard.query(
        "BEGIN; ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only; DELETE FROM audit_log; ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only; COMMIT",
      );
    beforeEach(forget);

    it("once, with reader, person and origin, however often the page refetches and in how many tabs", async () => {
      await dashboard.signInAs("support");
      const people_ids = await ids();
      await Promise.all([get(), get(id, "?read=false"), get()]);
      expect(await entries()).toEqual([
        expect.objectContaining({
          action: "people.opened",
          user_email: "support@example.mx",
          ids: { verification_id: id, people_ids },
          address: "203.0.113.7",
          user_agent: "a browser",
        }),
      ]);
    });

    it("by every route to the people, and for each user", async () => {
      await dashboard.signInAs("support");
      await get(id, "?read=false");
      await dashboard.signInAs("compliance");
      await get(id, "?read=false");
      expect(await entries()).toEqual([
        expect.objectContaining({ user_email: "support@example.mx" }),
        expect.objectContaining({ user_email: "compliance@example.mx" }),
      ]);
    });

    it.each([
      ["14 minutes", "", 1],
      ["16 minutes", "", 2],
      // A request that an open page repeats is no opening; in a later session the first request is one.
      ["2 hours", "&again=true", 1],
      ["2 days", "&again=true", 2],
    ])("after a last opening %s ago, with '%s', %i times in all", async (ago, again, count) => {
      await dashboard.signInAs("support");
      const people_ids = JSON.stringify(await ids());
      await forget();
      await dashboard.query(
        `INSERT INTO audit_log (at, user_id, action, ids) SELECT now() - $3::interval, id, 'people.opened',
           jsonb_build_object('verification_id', $1::text, 'people_ids', $2::jsonb) FROM users WHERE email LIKE 'support@%'`,
        [id, people_ids, ago],
      );
      await get(id, `?read=false${again}`);
      expect(await entries()).toHaveLength(count);
    });

    it("also for a page that claims to repeat its request, but has shown nothing yet", async () => {
      await dashboard.signInAs("support");
      await get(id, "?read=false&again=true");
      await get(id, "?read=false&again=true&whole=none");
      expect(await entries()).toMatchObject([{ action: "people.opened" }, { action: "people.named" }]);
    });

    it("with the people added since only", async () => {
      await dashboard.signInAs("support");
      const before = await ids();
      const result = { success: false, message: "No.", search_number: "BOXW310820HNERXN09", applicant_data: null };
      const joins = {
        kind: "curp_searched",
        people_id: 900_001,
        full_name: "Somebody new",
        role: "shareholder",
        result: { ...result, evidentiary_document_data: null },
      };
      const body = { changes: [joins] };
      const stepped = await dashboard.service.call("POST", `/sandbox/verifications/${id}/steps`, { body });
      expect(stepped.status).toBeLessThan(300);
      await later();
      const after = await ids();
      const joined = after.filter((person) => !before.includes(person));
      expect(joined).toEqual([900_001]);
      expect(await entries()).toEqual([
        expect.objectContaining({ ids: { verification_id: id, people_ids: before } }),
        expect.objectContaining({ ids: { verification_id: id, people_ids: joined } }),
      ]);
    });

    it("as names seen if a file lists them, and as an opening for the person shown whole", async () => {
      await dashboard.signInAs("support");
      const people_ids = await ids();
      const [first = 0, ...others] = people_ids;
      await forget();
      const of = async (query: string) => (await (await get(id, query)).json()).full_list as Person[];
      const whole = await of("");
      await forget();
      const named = await of("?whole=none&read=false");
      expect(named).toEqual(whole.map(shortenedPerson));
      const numbers = whole.map(curpOf).filter((number) => number !== null);
      expect(numbers.length).toBeGreaterThan(0);
      for (const number of numbers) expect(JSON.stringify(named)).not.toContain(number);
      expect(await of(`?whole=${first}&read=false`)).toEqual([whole[0], ...named.slice(1)]);
      await of(`?whole=${first}`);
      expect(await entries()).toEqual([
        expect.objectContaining({ action: "people.named", ids: { verification_id: id, people_ids } }),
        expect.objectContaining({ action: "people.opened", ids: { verification_id: id, people_ids: [first] } }),
      ]);
      await forget();
      // An id outside the answer opens nobody, and still shows the names.
      await of("?whole=424242");
      await of(`?whole=${first}`);
      expect(await entries()).toMatchObject([
        { action: "people.named", ids: { people_ids: [first, ...others] } },
        { action: "people.opened", ids: { people_ids: [first] } },
      ]);
      expect((await get(id, "?whole=all")).status).toBe(400);
    });

    it("but not if no person was shown", async () => {
      await get();
      await dashboard.signInAs("support");
      await get("ver_unknown");
      expect(await entries()).toEqual([]);
    });
  });

  it("answers 404 for an unknown verification, and a failure of the service as its error", async () => {
    await dashboard.signInAs("support");
    expect((await get("ver_unknown")).status).toBe(404);
    const fresh = await dashboard.service.play("finished-clean");
    await dashboard.knowFromEvents(fresh);
    await dashboard.fault({ kind: "status", status: 403, path: `/v2/verifications/${fresh}/people` });
    const response = await get(fresh);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ success: false, code: "SERVICE_FORBIDDEN" });
  });
});
