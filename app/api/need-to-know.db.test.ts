import { describe, expect, it, vi } from "vitest";
import { GET as extract } from "#app/api/privacy/requests/[request_id]/extract/route.ts";
import { GET as readRequest } from "#app/api/privacy/requests/[request_id]/route.ts";
import { POST as register } from "#app/api/privacy/requests/route.ts";
import {
  type CurpShown,
  FIRST_NEED_TO_KNOW,
  type NeedToKnow,
  type RoleRule,
} from "#lib/core/contract/need-to-know/policy.ts";
import { curpOf, type Person, shortenCurp } from "#lib/core/contract/people/person.ts";
import { openPeople } from "#lib/core/server/people/open.ts";
import { wholeCurpIn } from "#lib/platform/contract/curp-shape.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { callRoute, dashboardForEach, type Handler } from "#tools/test/call-route.ts";
import { POST as search } from "./people/search/route.ts";
import { PUT as changePolicy, GET as readPolicy } from "./settings/need-to-know/route.ts";
import { GET as events } from "./verifications/[verification_id]/events/route.ts";
import { GET as fileOpenings } from "./verifications/[verification_id]/openings/route.ts";
import { GET as openPdf } from "./verifications/[verification_id]/people/[people_id]/curp.pdf/route.ts";
import { POST as giveReason } from "./verifications/[verification_id]/people/[people_id]/opening/route.ts";
import { GET as openings } from "./verifications/[verification_id]/people/[people_id]/openings/route.ts";
import { GET as others } from "./verifications/[verification_id]/people/[people_id]/others/route.ts";
import { GET as people } from "./verifications/[verification_id]/people/route.ts";
import { GET as file } from "./verifications/[verification_id]/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const query = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;

let verification_id: string;
let person: Person;
let curp: string;

const dashboard = dashboardForEach(async ({ service }) => {
  await query("DELETE FROM need_to_know_policies");
  if (verification_id !== undefined) return;
  verification_id = await service.play("finished");
  const read = await openPeople({ verification_id, userId: "00000000-0000-4000-8000-000000000000" });
  const found = read?.full_list.find(
    (one) => wholeCurpIn(curpOf(one) ?? "") !== null && one.external_identities.curp?.curp_file.available,
  );
  person = found ?? expect.unreachable();
  curp = curpOf(person) ?? expect.unreachable();
});

const where = () => ({ verification_id, people_id: String(person.people_id) });
const get = (handler: Handler, search = "", params: Record<string, string> = where()) =>
  callRoute(handler, { method: "GET", search, params });
const put = (policy: Partial<NeedToKnow>) =>
  callRoute(changePolicy, { method: "PUT", body: { ...FIRST_NEED_TO_KNOW, ...policy } });

/** Changes the policy: every role is shown the same data. */
async function show(curpShown: CurpShown, birth_date: boolean) {
  const rule: RoleRule = { curp: curpShown, birth_date, pdf: false };
  const roles = Object.fromEntries(ROLES.map((role) => [role, rule])) as NeedToKnow["roles"];
  expect((await put({ roles })).status).toBe(200);
}

const ask = async (reason: NeedToKnow["reason"]) => expect((await put({ reason })).status).toBe(200);
const shownWhole = () => get(people, `?whole=${person.people_id}`);
const personIn = ({ body }: { body: { full_list: Person[] } }) =>
  body.full_list.find(({ people_id }) => people_id === person.people_id);
const openingsBy = (email: string) =>
  query(
    `SELECT after, action FROM audit_log WHERE ids ->> 'verification_id' = $1 AND user_email = $2
       AND action IN ('people.opened', 'curp_pdf.opened') ORDER BY id`,
    [verification_id, email],
  );

describe("the policy", () => {
  it("begins with everything shown to everybody and no reason asked for, and is for admins to change", async () => {
    expect((await callRoute(readPolicy, { method: "GET" })).body).toEqual(FIRST_NEED_TO_KNOW);
    expect(personIn(await shownWhole())).toMatchObject({ external_identities: { curp: { applicant_data: { curp } } } });
    await dashboard().signInAs("auditor");
    expect((await callRoute(readPolicy, { method: "GET" })).status).toBe(200);
    expect((await put({ reason: "always" })).status).toBe(403);
  });

  it("is changed from the version in force only, by one of two concurrent requests, and recorded in the audit trail", async () => {
    const both = await Promise.all([put({ reason: "always" }), put({ reason: "support" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await put({ reason: "never" })).body).toMatchObject({ code: "CONFLICT" });
    expect((await callRoute(readPolicy, { method: "GET" })).body.version).toBe(1);
    await expect
      .poll(() =>
        query("SELECT before, after FROM audit_log WHERE action = 'need_to_know.changed' AND outcome = 'done'"),
      )
      .toEqual([
        {
          before: expect.objectContaining({
            policy_version: 0,
            reason_asked: "never",
            shown_to_support: "curp_and_pdf",
          }),
          after: expect.objectContaining({ policy_version: 1, shown_to_auditor: "curp_whole" }),
        },
      ]);
  });

  it.each([
    ["a whole CURP without the date of birth", "support", { curp: "whole", birth_date: false, pdf: false }],
    ["the PDF beside a shortened CURP", "support", { curp: "shortened", birth_date: true, pdf: true }],
    ["a PDF for auditors", "auditor", { curp: "whole", birth_date: true, pdf: true }],
  ] as const)("refuses %s", async (_what, role, rule) => {
    expect((await put({ roles: { ...FIRST_NEED_TO_KNOW.roles, [role]: rule } })).body.code).toBe("VALIDATION_ERROR");
  });
});

/** The answers of all routes with personal data. */
async function answers(role: Role): Promise<Record<string, string>> {
  const found: Record<string, string> = {
    people: (await get(people)).text,
    "one of them": (await shownWhole()).text,
    "their names": (await get(people, "?whole=none")).text,
    file: (await get(file)).text,
    events: (await get(events)).text,
    others: (await get(others)).text,
    openings: (await get(openings)).text,
    "openings of the file": (await get(fileOpenings)).text,
    search: (await callRoute(search, { body: {} })).text,
    "search of the CURP": (await callRoute(search, { body: { q: curp, reason: "customer" } })).text,
    "people of files": (await callRoute(search, { body: { ids: [verification_id] } })).text,
  };
  if (!may(role, "privacy.requests")) return found;
  const { body } = await callRoute(register, {
    body: { kind: "access", subject: { curp }, received_at: new Date(Date.now() - 86_400_000).toISOString() },
  });
  const request = { request_id: body.request_id };
  found.request = (await get(readRequest, "?whole=true", request)).text;
  const extracted = await get(extract, "", request);
  expect(extracted.body.people.length).toBeGreaterThan(0);
  found.extract = extracted.text;
  return found;
}

const bare = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

describe.each(ROLES)("to %s", (role) => {
  it.each([
    ["shortened", true],
    ["shortened", false],
    ["none", true],
    ["none", false],
  ] as const)(
    "no answer has a CURP that is '%s', nor a birth date that is not shown (%s)",
    async (shown, birth_date) => {
      await show(shown, birth_date);
      await dashboard().signInAs(role);
      const born = person.external_identities.curp?.applicant_data?.birth_date ?? expect.unreachable();
      for (const [what, text] of Object.entries(await answers(role))) {
        expect(text, what).not.toMatch(/"code":"(?!curp)[A-Z_]+","timestamp"/);
        expect(bare(text), what).not.toContain(curp);
        if (shown === "none") expect(text, what).not.toContain(shortenCurp(curp));
        if (!birth_date) expect(text, what).not.toContain(born);
      }
      expect(personIn(await shownWhole())?.external_identities.curp?.applicant_data?.curp).toBe(
        shown === "none" ? "…" : shortenCurp(curp),
      );
      expect((await get(openPdf)).body.code).toBe(may(role, "documents.open") ? "NOT_SHOWN" : "FORBIDDEN");
    },
  );
});

describe("a reason", () => {
  it("is asked of support before the data or the PDF leave, and nothing is recorded without it", async () => {
    await ask("support");
    await dashboard().signInAs("compliance");
    expect((await shownWhole()).status).toBe(200);
    await dashboard().signInAs("support");
    const before = await openingsBy("support@example.mx");
    for (const answer of [await shownWhole(), await get(people), await get(openPdf)]) {
      expect([answer.status, answer.body.code]).toEqual([409, "REASON_REQUIRED"]);
      expect(bare(answer.text)).not.toContain(curp);
    }
    // An answer with names and shortened CURPs is no opening.
    expect((await get(people, "?whole=none")).status).toBe(200);
    expect(await openingsBy("support@example.mx")).toEqual(before);
  });

  it.each([
    ["an unknown reason", { reason: "curiosity" }],
    ["missing words", { reason: "words" }],
    ["words beside another reason", { reason: "review", words: "the customer called" }],
    ["words with a CURP", { reason: "words", words: "BOXW310820HNERXN09 called" }],
  ])("is refused: %s", async (_what, body) => {
    expect((await callRoute(giveReason, { params: where(), body })).body.code).toBe("VALIDATION_ERROR");
  });

  it("holds for its user and person, is one opening, and is shown with the openings", async () => {
    await ask("always");
    const before = (await openingsBy("compliance@example.mx")).length;
    await dashboard().signInAs("compliance");
    const body = { reason: "words", words: "The customer called about the address." };
    expect((await callRoute(giveReason, { params: where(), body })).status).toBe(204);
    await Promise.all([shownWhole(), shownWhole(), shownWhole()]);
    expect((await openingsBy("compliance@example.mx")).slice(before)).toEqual([
      { action: "people.opened", after: { reason: "words" } },
    ]);
    for (const list of [openings, fileOpenings]) {
      expect((await get(list)).body.items[0]).toMatchObject({ user: { name: "compliance" }, ...body });
    }
    expect(JSON.stringify(await query("SELECT * FROM audit_log"))).not.toContain("customer called");
    await dashboard().signInAs("admin");
    expect((await shownWhole()).status).toBe(409);
    // After 30 minutes the reason still holds for a new opening; after an hour a new reason is required.
    const hour = (minutes: number) =>
      query(
        `INSERT INTO audit_log (action, user_id, user_email, ids, after, at)
         SELECT 'people.opened', id, email, $1, '{"reason": "authority"}', now() - make_interval(mins => $2)
         FROM users WHERE role = 'admin'`,
        [{ verification_id, people_ids: [person.people_id] }, minutes],
      );
    await hour(61);
    expect((await shownWhole()).status).toBe(409);
    await hour(30);
    const known = (await openingsBy("admin@example.mx")).length;
    expect((await shownWhole()).status).toBe(200);
    const later = (await openingsBy("admin@example.mx")).slice(known);
    if (later.length > 0) expect(later).toEqual([{ action: "people.opened", after: { reason: "authority" } }]);
  });

  it("is for a known file, and its words are erased with it", async () => {
    const nobody = { ...where(), verification_id: "ver_of_nobody" };
    expect((await callRoute(giveReason, { params: nobody, body: { reason: "review" } })).status).toBe(404);
    const other = await dashboard().service.play("finished");
    await openPeople({ verification_id: other, userId: "00000000-0000-4000-8000-000000000000" });
    const params = { verification_id: other, people_id: "7" };
    await callRoute(giveReason, { params, body: { reason: "words", words: "Asked by the customer." } });
    const words = () => query("SELECT words FROM opening_reasons WHERE verification_id = $1", [other]);
    expect(await words()).toHaveLength(1);
    await eraseVerification({ verification_id: other }, SYSTEM_ACTOR);
    expect(await words()).toEqual([]);
  });
});
