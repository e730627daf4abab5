import fc from "fast-check";
import { NextRequest } from "next/server";
import { describe, expect, it, vi } from "vitest";
import type { CurpShown } from "#lib/core/contract/need-to-know/policy.ts";
import { decisionIdOf } from "#lib/desk/contract/review/decision-id.ts";
import { beginReviewsAt } from "#lib/desk/server/review/policy.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { sealAndSettle } from "#lib/records/server/evidence/testing/settle.ts";
import { deliver, read, secondsIn } from "#tools/test/arrivals.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { examples } from "#tools/test/effort.ts";
import {
  arrivalsWithTexts,
  type Facts,
  fileWithTexts,
  laterRun,
  leaksIn,
  PERSON,
  peopleAnswer,
  showEveryRole,
} from "#tools/test/masked-file.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { handlerSources, REQUIRED_QUERY, routesOnDisk } from "#tools/test/routes-on-disk.ts";
import { unzip } from "#tools/test/unzip.ts";
import { POST as search } from "./people/search/route.ts";
import { POST as searchAudit } from "./searches/audit/route.ts";
import { POST as searchFiles } from "./searches/verifications/route.ts";
import { PUT as changeReview } from "./verifications/[verification_id]/review/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const query = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;

const show = (curp: CurpShown, birth_date: boolean) => showEveryRole(database(), curp, birth_date);

const dashboard = dashboardForEach(async () => {
  await query("DELETE FROM need_to_know_policies");
});

/** Another person with the same name: what differs is hidden. */
const OTHER: Facts = { curp: "LUPE850823HDFKTZ31", born: "1985-08-23", registered: "1985-09-30" };

/** Routes that read, and are not walked. */
const SKIPPED: Record<string, string> = {
  "/api/live": "a stream of ids and kinds of changes that does not end (`live/stream.ts`)",
};

/** Routes that have nothing to answer here. */
const NOTHING_TO_ANSWER: Record<string, string> = {
  "/api/channels/[channel_id]/sendings": "no channel",
  "/api/evidence/consistency": "needs a smaller log; hashes alone",
  "/api/evidence/inclusion": "needs an entry; hashes alone",
  "/api/evidence/timestamps/[timestamp_id]": "no authority",
  "/api/privacy/erasures/[certificate_id]": "no erasure",
  "/api/sandbox": "no embedded service",
  "/api/sandbox/mails": "no embedded service",
  "/api/session/oidc/step-up": "no provider",
  "/api/verifications/[verification_id]/items/[item_id]/original": "no place of originals",
  "/api/verifications/[verification_id]/people/[people_id]/curp.pdf": "no right to a PDF of a hidden CURP",
  "/api/webhooks/[webhook_id]": "no webhook",
  "/api/webhooks/[webhook_id]/replacement": "no webhook",
};

/** Unsafe methods that answer data about files, with their bodies. */
const READS_BY_POST: Record<string, object> = {
  "/api/evidence/packages": { from: "2020-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z" },
  "/api/people/search": {},
  "/api/searches/audit": {},
  "/api/searches/verifications": {},
};

/** Unsafe methods that answer with a body of their own, which `route()` does not cover. */
const ANSWER_OUTCOMES: Record<string, string> = {
  "/api/imports/verifications": "a line of id and outcome for each id",
  "/api/review/bulk": "a line of id, outcome and version for each file",
  "/api/review/bulk/acceptance": "ids, versions and codes of files",
  "/api/review/bulk/undo": "a line of id, outcome and version for each file",
};

const FORMATS = ["csv", "xlsx"].flatMap((format) =>
  ["codes", "words"].map((values) => `format=${format}&values=${values}`),
);
/** Refused to a masked role. */
const WHOLE_PACKAGE = "?format=zip&people=whole&reason=audit";
/** Every form of an answer, by its parameters. */
const QUERIES: Record<string, string[]> = {
  "/api/evidence/verifications/[verification_id]": [
    "?format=zip&notes=general,compliance",
    "?format=html",
    WHOLE_PACKAGE,
  ],
  "/api/exports/insights": FORMATS.map((format) => `?${format}`),
  "/api/exports/verifications": [...FORMATS, "sheet=dates", "sheet=dates&format=xlsx"].map((format) => `?${format}`),
  "/api/privacy/requests/[request_id]/extract": ["?format=json", "?format=xlsx"],
  "/api/review/samples/[sample_id]": ["", "?format=csv", "?format=xlsx"],
  "/api/review/decisions": ["", "&basis=false", ...FORMATS.map((format) => `&${format}`)].map(
    (format) => `${REQUIRED_QUERY["GET /api/review/decisions"]}${format}`,
  ),
};

const routes = await routesOnDisk();

it("every form of a file is in the walk, and every other unsafe method answers JSON, which `route()` covers", () => {
  const sources = handlerSources();
  const own = routes.flatMap(({ endpoint, path, method }) => {
    const source = sources.get(endpoint) ?? expect.unreachable(endpoint);
    return /new Response\((?!null)|outcomesResponse/.test(source) ? [{ source, path, method }] : [];
  });
  const withFormats = own.filter(({ source }) => /format\b/.test(source)).map(({ path }) => path);
  expect(withFormats.toSorted()).toEqual(Object.keys(QUERIES).toSorted());
  const unsafe = own.filter(({ method }) => method !== "GET").map(({ path }) => path);
  expect(unsafe.filter((path) => !(path in READS_BY_POST || path in ANSWER_OUTCOMES))).toEqual([]);
  const paths = new Set(routes.map(({ path }) => path));
  for (const path of Object.keys({ ...SKIPPED, ...NOTHING_TO_ANSWER, ...READS_BY_POST, ...ANSWER_OUTCOMES }))
    expect(paths).toContain(path);
});

async function paramsOfFile(id: string) {
  await beginReviewsAt("2026-01-01T00:00:00.000000Z", database());
  await query(
    "INSERT INTO title_fields (title, tax_id, total) VALUES ('{/company/legal_name}', '{}', 0) ON CONFLICT DO NOTHING",
  );
  const ids = await fileWithTexts(id, PERSON, database());
  await sealAndSettle(database());
  const [decision] = await query(
    "SELECT id AS entry_id, at FROM review_log WHERE verification_id = $1 AND kind = 'decided'",
    [id],
  );
  return { ...ids, decision_id: decisionIdOf(decision), kind: "note", month: "2026-01" };
}

/** The routes that a role may read, with the leaks and the failures of each form of their answers. */
async function walk(role: Role, params: Record<string, string>) {
  await dashboard().signInAs(role);
  const [walked, failed, leaks] = [new Set<string>(), new Set<string>(), new Map<string, string[]>()];
  for (const { method, path, handler, definition } of routes) {
    const body = method === "GET" ? undefined : READS_BY_POST[path];
    if (!(method === "GET" || body) || !definition || path in SKIPPED) continue;
    if (definition.access === "public" || definition.access === "scim" || !may(role, definition.access)) continue;
    for (const query of QUERIES[path] ?? [REQUIRED_QUERY[`${method} ${path}`] ?? ""]) {
      const { status, texts } = await textsOf(handler, method, params, { query, body });
      walked.add(path);
      if (status >= 400) failed.add(`${path}${query}`);
      for (const [name, text] of texts) {
        const found = leaksIn(text, PERSON);
        if (found.length > 0) leaks.set(`${path}${query} ${name}`, found);
      }
    }
  }
  return { walked: [...walked], failed: [...failed], leaks: Object.fromEntries(leaks) };
}

describe.each(ROLES)("to a masked %s", (role: Role) => {
  it("no route that reads answers a CURP or a date of birth or registration of a person, in any text", async () => {
    const params = await paramsOfFile(`ver_masked_${role}`);
    for (const curp of ["none", "shortened"] as const) {
      await show(curp, false);
      const { walked, failed, leaks } = await walk(role, params);
      expect(leaks).toEqual({});
      expect(failed.filter((path) => !(path in NOTHING_TO_ANSWER || path.endsWith(WHOLE_PACKAGE)))).toEqual([]);
      expect(walked).toContain("/api/verifications/[verification_id]/letters");
    }
  });
});

it("a refused change of a review quotes the file as the reader may see it", async () => {
  await beginReviewsAt("2026-01-01T00:00:00.000000Z", database());
  const params = { verification_id: "ver_stale" };
  const receive = receiveInto(database());
  await receive(...arrivalsWithTexts("ver_stale", PERSON));
  await dashboard().signInAs("compliance");
  const change = (body: object) => callRoute(changeReview, { method: "PUT", params, body });
  const { version } = (await change({ version: "0.", state: "open" })).body;
  await receive(laterRun("ver_stale", PERSON));
  const refused = async () => {
    const { status, text } = await change({ version, state: "resolved", resolution: "accepted", reason: "Acta" });
    return { status, leaks: leaksIn(text, PERSON) };
  };
  expect(await refused()).toEqual({ status: 409, leaks: expect.arrayContaining([PERSON.curp, PERSON.born]) });
  await show("none", false);
  expect(await refused()).toEqual({ status: 409, leaks: [] });
});

it("the same walk finds them in every form where everything is shown", async () => {
  const { leaks } = await walk("admin", await paramsOfFile("ver_shown"));
  const shown = new Set(Object.keys(leaks).map((answer) => answer.replace(/ .*/, "")));
  const forms = Object.entries(QUERIES).flatMap(([path, queries]) => queries.map((query) => `${path}${query}`));
  const ofFile = [
    "",
    "/events",
    "/letters",
    "/notes",
    "/people",
    "/review/log",
    "/review/since?version=0.&entry=0",
    "/statements",
  ];
  expect([...shown]).toEqual(
    expect.arrayContaining([
      // Figures are counts, without texts of files. A package hides people from all who do not ask for them whole.
      ...forms.filter((form) => !/insights|evidence/.test(form) || form.endsWith(WHOLE_PACKAGE)),
      ...ofFile.map((rest) => `/api/verifications/[verification_id]${rest}`),
      ...["/api/audit", "/api/audit/export", "/api/audit/stream", "/api/deliveries/[delivery_id]"],
      ...["/api/searches/audit", "/api/searches/verifications", "/api/settings/title-fields", "/api/verifications"],
    ]),
  );
});

async function textsOf(
  handler: Parameters<typeof callRoute>[0],
  method: string,
  params: Record<string, string>,
  { query, body }: { query: string; body: object | undefined },
) {
  const request = new NextRequest(`http://localhost:3000/api${query}`, {
    method,
    headers: { "sec-fetch-site": "same-origin", ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isZip = bytes.subarray(0, 2).toString() === "PK";
  return { status: response.status, texts: isZip ? unzip(bytes) : new Map([["", bytes.toString()]]) };
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
  });

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
    read(id, 5, peopleAnswer("f", facts), "people"),
  );
  // A later tag of the service would need a later time, which answers have too.
  for (const table of ["verification_people", "verification_summaries"]) {
    await query(`UPDATE ${table} SET tag = $2 WHERE verification_id = $1`, [id, `E ${facts.curp} ${facts.born}`]);
  }
}
