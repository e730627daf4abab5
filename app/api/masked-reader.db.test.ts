import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { may } from "#lib/contract/access/permissions.ts";
import { ROLES, type Role } from "#lib/contract/access/user.ts";
import { type CurpShown, FIRST_NEED_TO_KNOW, type NeedToKnow } from "#lib/contract/need-to-know/policy.ts";
import { SYSTEM_ACTOR } from "#lib/server/audit/actor.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { database } from "#lib/server/db/database.ts";
import { deliver, read, secondsIn } from "#test/arrivals.ts";
import { callRoute, dashboardForEach } from "#test/call-route.ts";
import { examples } from "#test/effort.ts";
import { receiveInto } from "#test/receive.ts";
import { REQUIRED_QUERY, routesOnDisk } from "#test/routes-on-disk.ts";
import { POST as search } from "./people/search/route.ts";
import { POST as searchAudit } from "./searches/audit/route.ts";
import { POST as searchFiles } from "./searches/verifications/route.ts";

vi.mock("next/headers", () => import("#test/next-headers.ts"));

const query = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;

/** Shows every role this. */
async function show(curp: CurpShown, birth_date: boolean) {
  const roles = Object.fromEntries(
    ROLES.map((role) => [role, { curp, birth_date, pdf: false }]),
  ) as NeedToKnow["roles"];
  const { version: _, ...policy } = { ...FIRST_NEED_TO_KNOW, roles };
  await query("DELETE FROM need_to_know_policies");
  await query("INSERT INTO need_to_know_policies (version, user_id, policy) SELECT 1, id, $1 FROM users LIMIT 1", [
    policy,
  ]);
}

const dashboard = dashboardForEach(async () => {
  await query("DELETE FROM need_to_know_policies");
});

type Facts = { curp: string; born: string; registered: string };
const PERSON: Facts = { curp: "ROGA010514MJCXRN07", born: "2001-05-14", registered: "2001-06-03" };
/** Another person with the same name: what differs is hidden. */
const OTHER: Facts = { curp: "LUPE850823HDFKTZ31", born: "1985-08-23", registered: "1985-09-30" };

const answerOf = (id: string, { curp, born, registered }: Facts) => ({
  full_list: [
    {
      people_id: 7,
      full_name: "Ana Robles Garduño",
      role: "partner",
      external_identities: {
        curp: {
          success: true,
          search_number: curp,
          applicant_data: { curp, names: "Ana", birth_date: born, birth_entity: "JALISCO" },
          evidentiary_document_data: { act_number: "4711", registry_date: registered, register_entity: "JALISCO" },
        },
      },
      file: id,
    },
  ],
});

/** A file whose every text holds the identifiers and dates of its person. */
async function fileWithTexts(id: string, facts: Facts) {
  const { curp, born, registered } = facts;
  const [year, month, day] = born.split("-");
  const text = `CURP ${curp}, ${[...curp].join(" ")}, nacida el ${day}/${month}/${year}, registro ${registered}`;
  const receive = receiveInto(database());
  const of = { verification_id: id };
  await receive(
    deliver("verification.v2.created", {
      ...of,
      verification_tag: `T ${curp}`,
      created_at: secondsIn(1),
      remarks: text,
    }),
    deliver("verification.v2.findings.updated", {
      ...of,
      computed_at: secondsIn(2),
      source: "final",
      findings: [{ severity: "high", message: text, missing_field: text }],
    }),
    deliver("verification_item.v2.completed", {
      ...of,
      item_id: 3,
      item_type: "deed",
      item_error: text,
      completed_at: secondsIn(3),
    }),
    deliver("verification.v2.label_added", { ...of, label: "priority", comment: text, added_at: secondsIn(4) }),
    deliver("verification_people.curp_search_completed", {
      ...of,
      people_id: 7,
      people_error: "curp_scrapper_error",
      people_error_message: text,
    }),
    read(id, 5, { ...of, status: "pending", remarks: text }, "verification"),
    read(id, 5, answerOf(id, facts), "people"),
  );
  const [author] = await query("SELECT id FROM users WHERE role = 'admin' LIMIT 1");
  await query("INSERT INTO notes (verification_id, user_id, kind, text) VALUES ($1, $2, 'general', $3)", [
    id,
    author.id,
    text,
  ]).catch((error: unknown) => expect.unreachable(String(error)));
  await writeAudit(database().pool, {
    action: "verification.opened",
    ids: { verification_id: id },
    actor: SYSTEM_ACTOR,
    after: { words: text },
  });
  return text;
}

const bare = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** Routes that have nothing to answer here: no such row, no provider, nothing sealed, or no right to a PDF of a hidden CURP. */
const NOTHING_TO_ANSWER = new Set([
  "/api/channels/[channel_id]/sendings",
  "/api/decisions/[decision_id]",
  "/api/evidence/consistency",
  "/api/evidence/head",
  "/api/evidence/inclusion",
  "/api/evidence/timestamps/[timestamp_id]",
  "/api/evidence/verifications/[verification_id]",
  "/api/privacy/erasures/[certificate_id]",
  "/api/privacy/requests/[request_id]",
  "/api/privacy/requests/[request_id]/extract",
  "/api/sandbox",
  "/api/sandbox/mails",
  "/api/session/oidc/step-up",
  "/api/users/[user_id]/reviews",
  "/api/users/[user_id]/sessions",
  "/api/verifications/[verification_id]/items/[item_id]/original",
  "/api/verifications/[verification_id]/people/[people_id]/curp.pdf",
  "/api/webhooks/[webhook_id]",
  "/api/webhooks/[webhook_id]/replacement",
]);

describe.each(ROLES)("to a masked %s", (role: Role) => {
  it("no route that reads answers a CURP or a date of birth or registration of a person, in any text", async () => {
    const id = `ver_masked_${role}`;
    const { curp, born, registered } = PERSON;
    await fileWithTexts(id, PERSON);
    await show("none", false);
    await dashboard().signInAs(role);
    const walked: string[] = [];
    const failed: string[] = [];
    const params = { verification_id: id, people_id: "7", item_id: "3", kind: "note", month: "2026-01" };
    const [delivery] = await query("SELECT id FROM inbox WHERE kind = 'delivery' AND verification_id = $1 LIMIT 1", [
      id,
    ]);
    for (const { method, path, handler, definition } of await routesOnDisk()) {
      const isRead = method === "GET" || path.startsWith("/api/searches/") || path === "/api/people/search";
      if (!isRead || !definition || path === "/api/live") continue;
      if (definition.access === "public" || definition.access === "scim" || !may(role, definition.access)) continue;
      const bodies: Record<string, object> = {
        "/api/searches/audit": {},
        "/api/searches/verifications": {},
        "/api/people/search": {},
      };
      const query = REQUIRED_QUERY[`${method} ${path}`] ?? "";
      const { status, text: response } = await statusAndText(
        handler,
        method,
        { ...params, delivery_id: String(delivery.id) },
        { query, body: bodies[path] },
      );
      walked.push(path);
      if (status >= 400) failed.push(path);
      expect(bare(response), path).not.toContain(curp);
      for (const date of [born, registered, "14/05/2001"]) expect(response, path).not.toContain(date);
    }
    expect(walked).toEqual(
      expect.arrayContaining(["/api/verifications/[verification_id]/events", "/api/people/search"]),
    );
    expect(failed.filter((path) => !NOTHING_TO_ANSWER.has(path))).toEqual([]);
    // The same walk finds them where everything is shown.
    await query("DELETE FROM need_to_know_policies");
    const file = (await routesOnDisk()).find(
      ({ path, method }) => method === "GET" && path === "/api/verifications/[verification_id]",
    );
    expect(bare((await statusAndText(file?.handler ?? expect.unreachable(), "GET", params)).text)).toContain(curp);
  });
});

async function statusAndText(
  handler: Parameters<typeof callRoute>[0],
  method: string,
  params: Record<string, string>,
  { query = "", body }: { query?: string; body?: object | undefined } = {},
) {
  const { NextRequest } = await import("next/server");
  const request = new NextRequest(`http://localhost:3000/api${query}`, {
    method,
    headers: { "sec-fetch-site": "same-origin", ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, text: await response.text() };
}

describe("searches of a masked reader", () => {
  it("answer equally for two databases that differ in hidden values only", async () => {
    await show("none", false);
    await dashboard().signInAs("support");
    const id = "ver_equal";
    const answers = async (q: string) =>
      Promise.all(
        [
          { handler: search, body: { q } },
          { handler: searchFiles, body: { q } },
        ].map(async ({ handler, body }) =>
          (await callRoute(handler, { body })).text.replaceAll(/"computed_at":"[^"]*"/g, ""),
        ),
      );
    const parts = [PERSON, OTHER].flatMap(({ curp, born, registered }) => [
      curp.slice(0, 4),
      curp.slice(-2),
      `${curp.slice(0, 4)}…${curp.slice(-2)}`,
      curp.slice(4, 10),
      curp.slice(10, 13),
      curp.slice(11),
      curp.slice(0, 17),
      born,
      born.slice(0, 4),
      registered,
      born.split("-").toReversed().join("/"),
    ]);
    const random = fc.oneof(
      fc
        .tuple(fc.constantFrom(PERSON.curp, OTHER.curp), fc.nat(17), fc.integer({ min: 1, max: 17 }))
        .map(([curp, from, length]) => curp.slice(from, from + length)),
      fc.constantFrom("ana", "robles", "ver_equal", "jalisco", "4711"),
    );
    const queries = [...parts, ...fc.sample(random, examples(20)), "robles ROGA", "ana 2001"];
    await setPerson(id, PERSON);
    const first: string[][] = [];
    for (const q of queries) first.push(await answers(q));
    await setPerson(id, OTHER);
    for (const [at, q] of queries.entries()) expect([q, await answers(q)]).toEqual([q, first[at]]);
    expect((await answers("robles"))[0]).toContain(id);
  }, 120_000);

  it("find a whole CURP exactly, with a reason, ten misses a day, each in the trail", async () => {
    await setPerson("ver_exact", PERSON);
    await show("none", false);
    await dashboard().signInAs("compliance");
    const ask = (q: string, reason?: string) => callRoute(search, { body: { q, ...(reason && { reason }) } });
    const refused = await ask(PERSON.curp);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      400,
      "REASON_REQUIRED",
      expect.stringContaining("reason"),
    ]);
    expect((await ask(PERSON.curp, "curiosity")).status).toBe(400);
    const hit = await ask("roga 010514-MJCXRN 07", "customer");
    expect(hit.body.items.map(({ verification_id }: { verification_id: string }) => verification_id)).toContain(
      "ver_exact",
    );
    const miss = (n: number) => ask(`ROGA010514MJCXRN${String(n).padStart(2, "1")}`, "customer");
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => miss(n + 20)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status, body }) => status === 429 && body.code === "CURP_MISSES")).toHaveLength(4);
    expect((await ask(PERSON.curp, "customer")).status).toBe(429);
    const entries = await query(
      `SELECT after FROM audit_log WHERE action = 'people.searched' AND user_email = 'compliance@example.mx' AND after ? 'reason' ORDER BY id`,
    );
    expect(entries.map(({ after }) => after.found > 0)).toEqual([true, ...Array(10).fill(false)]);
    expect(entries[0].after).toMatchObject({ text: "curp", reason: "customer" });
  });

  it("find shown ends only, and nobody by a CURP in the trail", async () => {
    await setPerson("ver_ends", PERSON);
    await show("shortened", false);
    await dashboard().signInAs("auditor");
    const found = async (q: string) => (await callRoute(search, { body: { q } })).text.includes("ver_ends");
    expect(await found("ROGA…07")).toBe(true);
    for (const q of ["ROGA010514", "010514", "XRN07", "2001-05-14", "2001"])
      expect([q, await found(q)]).toEqual([q, false]);
    const before = (await query("SELECT count(*)::int AS count FROM audit_log WHERE action = 'people.searched'"))[0]
      .count;
    for (const q of [PERSON.curp, PERSON.curp.slice(0, 12)]) {
      expect((await callRoute(searchAudit, { body: { q } })).body.items).toEqual([]);
    }
    expect(before).toBeGreaterThanOrEqual(0);
  });
});

/** Replaces what is known of the file's person, at the same time as before. */
async function setPerson(id: string, facts: Facts) {
  for (const table of ["verification_people", "verification_snapshots"]) {
    await query(`DELETE FROM ${table} WHERE verification_id = $1`, [id]);
  }
  await query("DELETE FROM inbox WHERE verification_id = $1", [id]);
  await receiveInto(database())(
    deliver("verification.v2.created", {
      verification_id: id,
      verification_tag: `E ${facts.curp} ${facts.born}`,
      created_at: secondsIn(1),
    }),
    read(id, 5, answerOf("f", facts), "people"),
  );
  // A later tag of the service would need a later time, which answers have too.
  for (const table of ["verification_people", "verification_summaries"]) {
    await query(`UPDATE ${table} SET tag = $2 WHERE verification_id = $1`, [id, `E ${facts.curp} ${facts.born}`]);
  }
}
