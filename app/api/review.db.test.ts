import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sessionCookie } from "#lib/access/server/session.ts";
import { startSession } from "#lib/access/server/sessions.ts";
import type { BulkOutcome } from "#lib/core/contract/verifications/review.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import type { AuditedDecision } from "#lib/desk/contract/review/log.ts";
import { changeReview } from "#lib/desk/server/review/command.ts";
import { takeNext } from "#lib/desk/server/review/next.ts";
import { finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { AUDIT_FILTER } from "#lib/platform/contract/audit/audit-filter.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { listAudit } from "#lib/records/server/audit/list.ts";
import { read } from "#tools/test/arrivals.ts";
import { callRoute, type Handler } from "#tools/test/call-route.ts";
import { startDashboard, type TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { POST as bulk } from "./review/bulk/route.ts";
import { POST as undoMany } from "./review/bulk/undo/route.ts";
import { GET as choices } from "./review/choices/route.ts";
import { GET as decisions } from "./review/decisions/route.ts";
import { POST as next } from "./review/next/route.ts";
import { GET as getPolicy, PUT as putPolicy } from "./settings/review/route.ts";
import { GET as held } from "./users/[user_id]/reviews/route.ts";
import { PATCH as changeUser } from "./users/[user_id]/route.ts";
import { GET as notesOf } from "./verifications/[verification_id]/notes/route.ts";
import { POST as approve } from "./verifications/[verification_id]/review/approval/route.ts";
import { GET as log } from "./verifications/[verification_id]/review/log/route.ts";
import { POST as ratify } from "./verifications/[verification_id]/review/ratification/route.ts";
import { PUT as change } from "./verifications/[verification_id]/review/route.ts";
import { GET as since } from "./verifications/[verification_id]/review/since/route.ts";
import { POST as undo } from "./verifications/[verification_id]/review/undo/route.ts";
import { GET as detail } from "./verifications/[verification_id]/route.ts";
import { GET as list } from "./verifications/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let dashboard: TestDashboard;
let desk: ReturnType<typeof reviewDesk>;

beforeAll(async () => {
  dashboard = await startDashboard();
  desk = reviewDesk(dashboard.database);
  await desk.begin();
});
afterAll(() => dashboard.end());

const signIn = async (role: Role) => {
  jar.clear();
  await dashboard.signInAs(role);
};
const on = (handler: Handler, verification_id: string, method: string, body?: unknown) =>
  callRoute(handler, { method, params: { verification_id }, body });
const get = async (handler: Handler, query: string, params: Record<string, string> = {}) => {
  const request = new NextRequest(`http://localhost:3000/api?${query}`);
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};
const listed = async (query: string) =>
  (JSON.parse((await get(list, query)).text).items as { verification_id: string }[]).map(
    ({ verification_id }) => verification_id,
  );
const versionOf = async (id: string): Promise<string> => (await on(detail, id, "GET")).body.review.version;

/** A file whose review the rules have opened. */
async function opened(id: string, findings: object[] = []): Promise<string> {
  await desk.receive(...finishedFile(id, findings));
  const state = async () => {
    await desk.evaluated();
    return (await desk.review(id)).state;
  };
  await expect.poll(state).toBe("open");
  return id;
}

describe("a review", () => {
  it("is in the list and the detail, is decided on the facts of the detail, ratified, undone, and leaves a log", async () => {
    const id = await opened("ver_http", [finding("low", "acta")]);
    await signIn("compliance");
    const { review: shown, review_standing: standing } = (await on(detail, id, "GET")).body;
    expect(shown).toMatchObject({ state: "open", reasons: ["decision"], assignee: null, follow_up_on: null });
    const item = JSON.parse((await get(list, "review=open")).text).items.find(
      ({ verification_id }: { verification_id: string }) => verification_id === id,
    );
    expect(item.review).toEqual(shown);
    const accept = { version: shown.version, state: "resolved", resolution: "accepted" };
    const decided = await on(change, id, "PUT", accept);
    expect(decided).toMatchObject({ status: 200, body: { state: "resolved", resolution: "accepted", reasons: [] } });
    const stale = await on(change, id, "PUT", accept);
    expect(stale).toMatchObject({
      status: 409,
      body: { success: false, code: "STALE_REVIEW", review: decided.body, differences: [] },
    });
    for (const again of [accept, { state: "approval" }, { state: "waiting", follow_up_on: "2099-01-01" }]) {
      const anew = await on(change, id, "PUT", { ...again, version: decided.body.version });
      expect(anew).toMatchObject({ status: 409, body: { code: "ALREADY_RESOLVED" } });
    }
    const sinceShown = async (of: string, asked: object) => {
      const query = String(new URLSearchParams({ ...asked }));
      const { status, text } = await get(since, query, { verification_id: of });
      return { status, body: JSON.parse(text) };
    };
    const page = { version: shown.version, entry: String(standing.last_entry) };
    expect(await sinceShown(id, page)).toMatchObject({
      status: 200,
      body: { version: decided.body.version, same: false, entries: [{ kind: "decided" }], differences: [] },
    });
    expect(await sinceShown(id, { version: shown.version })).toMatchObject({ status: 400 });
    expect(await sinceShown("ver_of_nobody", page)).toMatchObject({ status: 404 });
    expect(await on(ratify, id, "POST", { version: decided.body.version })).toMatchObject({ status: 409 });
    expect(await on(approve, id, "POST", { version: decided.body.version, approve: true })).toMatchObject({
      status: 409,
    });
    expect(await on(undo, id, "POST", { version: decided.body.version })).toMatchObject({
      status: 200,
      body: { state: "open" },
    });
    const { items } = (await on(log, id, "GET")).body;
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(["undone", "decided", "opened"]);
  });

  it("is assigned by an admin, who may not decide", async () => {
    const id = await opened("ver_assigned");
    const { rows } = await database().pool.query("SELECT id, role FROM users");
    const idOf = (role: Role) => rows.find((row) => row.role === role).id;
    await signIn("admin");
    const version = await versionOf(id);
    const assign = (assignee: string) => on(change, id, "PUT", { version, state: "open", assignee });
    expect(await assign(idOf("support"))).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    const body = { version, state: "resolved", resolution: "accepted" };
    expect(await on(change, id, "PUT", body)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await assign(idOf("compliance"))).toMatchObject({
      status: 200,
      body: { assignee: { user_id: idOf("compliance"), name: "compliance" } },
    });
    await signIn("compliance");
    expect(await listed("assignee=me&sort=due")).toEqual([id]);
    expect(await listed("assignee=none&review=open")).not.toContain(id);
  });

  it("has no text by a person in the audit trail", async () => {
    const id = await opened("ver_words", [finding("high", "acta")]);
    await signIn("compliance");
    const reason = "El acta llegó por correo";
    const body = { version: await versionOf(id), state: "resolved", resolution: "accepted", reason };
    expect((await on(change, id, "PUT", body)).status).toBe(200);
    const { rows } = await database().pool.query(
      "SELECT action, after, to_jsonb(audit_log)::text AS text FROM audit_log WHERE ids ->> 'verification_id' = $1 AND outcome = 'done'",
      [id],
    );
    expect(rows.at(-1)).toMatchObject({
      action: "review.changed",
      after: { state: "resolved", resolution: "accepted" },
    });
    expect(JSON.stringify(rows)).not.toContain("correo");
    expect((await on(log, id, "GET")).body.items[0].reason).toBe(reason);
  });
});

describe("POST /api/review/next", () => {
  it("gives each of a hundred callers another file, by due time, and then none", async () => {
    await database().pool.query("UPDATE reviews SET state = NULL");
    const ids = Array.from({ length: 30 }, (_, index) => `ver_next_${String(index).padStart(2, "0")}`);
    await desk.receive(...ids.flatMap((id, index) => finishedFile(id, index === 17 ? [finding("high")] : [])));
    const open = async () => {
      await desk.evaluated();
      const statement = "SELECT FROM reviews WHERE state = 'open' AND verification_id LIKE 'ver_next_%'";
      return (await database().pool.query(statement)).rowCount;
    };
    await expect.poll(open).toBe(30);
    const { rows } = await database().pool.query("SELECT id, name, role FROM users WHERE role = 'compliance'");
    const taken = await Promise.all(Array.from({ length: 100 }, () => takeNext(VERIFICATION_FILTER.empty, rows[0])));
    const given = taken.flatMap((one) => one?.verification_id ?? []);
    expect(given.toSorted()).toEqual(ids);
    expect(given).toContain("ver_next_17");
    await signIn("compliance");
    expect((await callRoute(next, { body: {} })).status).toBe(204);
  });

  it("takes the most severe first, applies a filter, and leaves out files that wait for the customer", async () => {
    await opened("ver_mild", [finding("low")]);
    await opened("ver_grave", [finding("high")]);
    await opened("ver_stalled", [finding("high")]);
    await database().pool.query(
      "UPDATE reviews SET reasons = '{stalled_customer}' WHERE verification_id = 'ver_stalled'",
    );
    await signIn("compliance");
    expect(await callRoute(next, { body: { severity: ["low"] } })).toMatchObject({
      status: 200,
      body: { verification_id: "ver_mild", review: { state: "open", assignee: { name: "compliance" } } },
    });
    expect((await callRoute(next, { body: {} })).body.verification_id).toBe("ver_grave");
    expect((await callRoute(next, { body: {} })).status).toBe(204);
    await signIn("support");
    expect((await callRoute(next, { body: {} })).status).toBe(403);
  });
});

describe("POST /api/review/bulk", () => {
  const lines = async (body: unknown, handler: Handler = bulk): Promise<BulkOutcome[]> => {
    const request = new NextRequest("http://localhost:3000/api", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await (await handler(request, { params: Promise.resolve({}) })).text();
    return text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };

  it("closes many and answers a line for each id, known or not", async () => {
    const ids = [await opened("ver_bulk_1"), "ver_of_nobody", await opened("ver_bulk_2")];
    await signIn("compliance");
    const closing = { state: "resolved", resolution: "closed", reason_code: "opened_by_mistake" };
    expect(await lines({ ids, change: closing })).toEqual([
      { verification_id: "ver_bulk_1", outcome: "done", version: await versionOf("ver_bulk_1") },
      { verification_id: "ver_of_nobody", outcome: "not_found" },
      { verification_id: "ver_bulk_2", outcome: "done", version: await versionOf("ver_bulk_2") },
    ]);
    expect((await on(detail, "ver_bulk_2", "GET")).body.review).toMatchObject({ resolution: "closed" });
    const waiting = { ids: ["ver_bulk_1", await opened("ver_bulk_3")], change: { state: "waiting" } };
    expect(await lines(waiting)).toEqual([
      { verification_id: "ver_bulk_1", outcome: "failed", code: "ALREADY_RESOLVED" },
      { verification_id: "ver_bulk_3", outcome: "failed", code: "VALIDATION_ERROR" },
    ]);
    expect(await lines({ ids: ["ver_bulk_2"], change: closing })).toMatchObject([
      { outcome: "failed", code: "ALREADY_RESOLVED" },
    ]);
    // An assignment of a resolved review is allowed.
    expect(await lines({ ids: ["ver_bulk_2"], change: { assignee: null } })).toMatchObject([{ outcome: "done" }]);
  });

  it("is undone for each file without a later step, and only for its own change", async () => {
    const [untouched, touched, same] = [
      await opened("ver_undo_1"),
      await opened("ver_undo_2"),
      await opened("ver_undo_3"),
    ];
    await signIn("compliance");
    const wait = { state: "waiting", follow_up_on: "2099-01-05" };
    const [waited] = await lines({ ids: [same], change: wait });
    const done = await lines({ ids: [untouched, touched, same], change: wait });
    // The third review was waiting before: its line has no version, so undo cannot revert the earlier step.
    expect(done.map(({ version }) => version !== undefined)).toEqual([true, true, false]);
    await lines({ ids: [touched], change: { state: "waiting", follow_up_on: "2099-02-05" } });
    const steps = [...done.slice(0, 2)].map(({ verification_id, version }) => ({ verification_id, version }));
    expect(await lines({ steps }, undoMany)).toEqual([
      { verification_id: untouched, outcome: "done" },
      { verification_id: touched, outcome: "failed", code: "STALE_REVIEW" },
    ]);
    expect((await on(detail, untouched, "GET")).body.review).toMatchObject({ state: "open" });
    expect((await on(detail, touched, "GET")).body.review).toMatchObject({ state: "waiting" });
    expect(waited?.version).toBeDefined();
    await signIn("support");
    expect((await callRoute(undoMany, { body: { steps } })).status).toBe(403);
  });

  it("writes one note on each file that gets another assignee, also by an admin", async () => {
    const [own, other] = [await opened("ver_handed_1"), await opened("ver_handed_2")];
    await signIn("compliance");
    const { assignees } = JSON.parse((await get(choices, "")).text);
    const assignee: string = assignees[0].user_id;
    await lines({ ids: [own], change: { assignee } });
    await signIn("admin");
    const handed = { assignee, note: "Ana vuelve el lunes." };
    expect(await lines({ ids: [own, other], change: handed })).toMatchObject([
      { outcome: "done" },
      { outcome: "done" },
    ]);
    const notes = async (id: string) =>
      (await on(notesOf, id, "GET")).body.items.map(({ text }: { text: string }) => text);
    expect(await notes(own)).toEqual([]);
    expect(await notes(other)).toEqual([handed.note]);
  });

  it("neither accepts nor rejects, and accepts at most 500 ids", async () => {
    await signIn("compliance");
    for (const resolution of ["accepted", "rejected"]) {
      const body = { ids: ["ver_bulk_1"], change: { state: "resolved", resolution } };
      expect(await callRoute(bulk, { body })).toMatchObject({ status: 400 });
    }
    const ids = Array.from({ length: 501 }, (_, index) => `ver_${index}`);
    expect((await callRoute(bulk, { body: { ids, change: { assignee: null } } })).status).toBe(400);
    await signIn("admin");
    const closing = { state: "resolved", resolution: "closed", reason_code: "opened_by_mistake" };
    expect((await callRoute(bulk, { body: { ids: ["ver_1"], change: closing } })).status).toBe(403);
  });
});

it("an officer's open reviews are named, and handed over when the account loses the right to decide", async () => {
  const [mine, decided, waits] = [await opened("ver_held_1"), await opened("ver_held_2"), await opened("ver_held_3")];
  const leaving = await desk.user("leaving", "compliance");
  const staying = await desk.user("staying", "compliance");
  await changeReview(mine, { assignee: leaving.id }, leaving);
  await changeReview(decided, { state: "resolved", resolution: "accepted", assignee: leaving.id }, leaving);
  const wait = { state: "waiting", follow_up_on: "2099-01-04" } as const;
  await changeReview(waits, { ...wait, assignee: leaving.id }, leaving);
  await signIn("admin");
  const params = { user_id: leaving.id };
  expect((await callRoute(held, { method: "GET", params })).body).toEqual({
    count: 2,
    files: [mine, waits].map((id) => ({ verification_id: id, name: id })),
  });
  const change = (body: object) => callRoute(changeUser, { method: "PATCH", params, body });
  expect((await change({ disabled: true, reviews_to: "00000000-0000-4000-8000-00000000dead" })).status).toBe(400);
  expect((await callRoute(held, { method: "GET", params })).body.count).toBe(2);
  expect((await change({ disabled: true, reviews_to: staying.id })).status).toBe(200);
  expect((await on(detail, waits, "GET")).body.review).toMatchObject({ ...wait, assignee: { user_id: staying.id } });
  expect((await on(detail, mine, "GET")).body.review.assignee).toEqual({ user_id: staying.id, name: "staying" });
  expect((await on(log, mine, "GET")).body.items[0]).toMatchObject({ kind: "assigned" });
  expect((await callRoute(held, { method: "GET", params })).body).toEqual({ count: 0, files: [] });
  await signIn("compliance");
  expect((await callRoute(held, { method: "GET", params })).status).toBe(403);
});

it("the version of a review is refused unless it is whole", async () => {
  const id = await opened("ver_whole_version", [finding("low", "acta")]);
  await signIn("compliance");
  const version = await versionOf(id);
  const [revision = "", digest = ""] = version.split(".");
  const others = ["", "1", digest, ...[`${revision}.`, version.slice(0, -1), version.slice(0, 8), `${version}0`]];
  for (const shown of [
    ...others,
    `${revision}.${digest.toUpperCase()}G`,
    ` ${version}`,
    `-${version}`,
    `1${version}\n`,
  ]) {
    const about = { params: { verification_id: id } };
    const answers = [
      callRoute(change, { method: "PUT", ...about, body: { version: shown, state: "open", assignee: null } }),
      callRoute(ratify, { ...about, body: { version: shown } }),
      callRoute(undo, { ...about, body: { version: shown } }),
      callRoute(approve, { ...about, body: { version: shown, approve: true } }),
      get(since, String(new URLSearchParams({ version: shown, entry: "0" })), { verification_id: id }),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  }
  expect(await on(change, id, "PUT", { version, state: "open", assignee: null })).toMatchObject({ status: 200 });
});

describe("the trail", () => {
  const entries = async (id: string) =>
    (await listAudit({ filter: { ...AUDIT_FILTER.empty, id }, reader: "admin" })).items
      .filter(({ action }) => action !== "people.named")
      .map(({ after }) => after)
      .reverse();

  it("records proposal, approval, return and withdrawal, also of entries in an earlier form", async () => {
    const pool = database().pool;
    const raul = await desk.user("Raul", "compliance");
    const signInAsRaul = async () => {
      jar.clear();
      const cookie = await sessionCookie();
      cookie.id = await startSession(raul.id);
      await cookie.save();
    };
    await desk.begin({ approval: "always" });
    const id = await opened("ver_trail");
    const propose = async (resolution: object) =>
      on(change, id, "PUT", { version: await versionOf(id), state: "resolved", ...resolution });
    const say = async (answer: boolean) =>
      expect((await on(approve, id, "POST", { version: await versionOf(id), approve: answer })).status).toBe(200);
    await signIn("compliance");
    expect((await propose({ resolution: "accepted" })).body.state).toBe("approval");
    await say(false);
    await propose({ resolution: "rejected", reason_code: "no_answer" });
    await signInAsRaul();
    await say(false);
    await signIn("compliance");
    await propose({ resolution: "accepted" });
    await signInAsRaul();
    await say(true);
    const expected = [
      { state: "approval", proposed: "accepted" },
      { answer: "withdrawn" },
      { state: "approval", proposed: "rejected", reason_code: "no_answer" },
      { answer: "returned" },
      { state: "approval", proposed: "accepted" },
      { answer: "approved", resolution: "accepted" },
    ];
    expect(await entries(id)).toEqual(expected);
    await pool.query(`
      ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only;
      UPDATE audit_log SET after = CASE
          WHEN after ? 'proposed'
          THEN after - 'proposed' || jsonb_build_object('state', 'resolved', 'resolution', after -> 'proposed')
          ELSE jsonb_build_object('approve', after ->> 'answer' = 'approved') END
      WHERE ids ->> 'verification_id' = 'ver_trail' AND (after ? 'proposed' OR after ? 'answer');
      ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only`);
    expect(await entries(id)).toEqual(expected);
    await desk.begin({ approval: "never" });
    await signIn("compliance");
    await on(change, id, "PUT", { version: await versionOf(id), state: "open" });
    await signInAsRaul();
    await say(true);
    await propose({ resolution: "accepted" });
    expect((await entries(id)).slice(-3)).toEqual([
      { state: "approval", proposed: "reopening" },
      { answer: "approved", resolution: null },
      { state: "resolved", resolution: "accepted" },
    ]);
  });
});

describe("GET /api/review/decisions", () => {
  const asked = async (query: string) =>
    JSON.parse((await get(decisions, `from=2026-01-01&to=2099-01-01&${query}`)).text) as {
      items: AuditedDecision[];
      total: number;
    };

  it("reveals nothing that links the same person in two files", async () => {
    const id = await opened("ver_with_people");
    await desk.receive(read(id, 210, { full_list: [{ people_id: 5, full_name: "Ana Ruiz" }] }, "people"));
    await signIn("compliance");
    const body = { version: await versionOf(id), state: "resolved", resolution: "accepted" };
    expect((await on(change, id, "PUT", body)).status).toBe(200);
    const { items } = await asked("");
    expect(items.find(({ verification_id }) => verification_id === id)?.basis).toMatchObject({
      people: [{ people_id: 5, outcome: "none", people_error: null }],
    });
    const csv = await get(decisions, "from=2026-01-01&to=2099-01-01&format=csv");
    expect(csv.text).toContain("people_id");
    const { rows } = await database().pool.query<{ basis: string }>(
      "SELECT basis::text FROM review_log WHERE verification_id = $1 AND basis IS NOT NULL",
      [id],
    );
    const hashes = rows.flatMap(({ basis }) =>
      [...basis.matchAll(/_hash": "([0-9a-f]{64})"/g)].map(([, hash]) => hash),
    );
    expect(hashes).not.toEqual([]);
    for (const text of [JSON.stringify(items), csv.text]) {
      expect(text).not.toContain("_hash");
      for (const hash of hashes) expect(text).not.toContain(hash);
    }
  });

  it("records exports, and not views, as other lists do", async () => {
    await signIn("compliance");
    const filter = { ...AUDIT_FILTER.empty, action: ["review_decisions.exported" as const] };
    const recorded = async () => (await listAudit({ filter, reader: "admin" })).items.length;
    const before = await recorded();
    await asked("basis=false");
    expect(await recorded()).toBe(before);
    await asked("");
    await get(decisions, "from=2026-01-01&to=2099-01-01&format=csv&basis=false");
    expect(await recorded()).toBe(before + 2);
  });

  it("has the decisions of a period with their basis, and draws the same sample for the same seed", async () => {
    await signIn("compliance");
    const all = await asked("");
    expect(all.items.length).toBe(all.total);
    expect(all.items[0]).toMatchObject({
      basis: { status: "finished" },
      digest: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(all.items.some(({ undone }) => undone)).toBe(true);
    const sample = await asked("sample=2&seed=abril");
    expect(sample.items).toHaveLength(2);
    expect(await asked("sample=2&seed=abril")).toEqual(sample);
    const csv = await get(decisions, "from=2026-01-01&to=2099-01-01&format=csv");
    expect(csv.type).toContain("text/csv");
    expect(csv.text.trim().split("\r\n")).toHaveLength(all.total + 1);
    expect((await get(decisions, "from=2026-01-01")).status).toBe(400);
  });
});

describe("the policy", () => {
  it("has the defaults of issue 27, is changed as given, and conflicts with an older version", async () => {
    await signIn("admin");
    const { body: policy } = await callRoute(getPolicy, { method: "GET" });
    expect(policy).toMatchObject({
      approval: "never",
      due_hours: 16,
      stalled_days: 5,
      working: { days: [1, 2, 3, 4, 5], from: "09:00", to: "18:00", time_zone: "America/Mexico_City" },
    });
    expect(policy.catalogue).toHaveLength(13);
    const put = (body: unknown) => callRoute(putPolicy, { method: "PUT", body });
    await database().pool.query("UPDATE sessions SET authenticated_at = now() - interval '11 minutes'");
    expect(await put({ ...policy, due_hours: 8 })).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
    await signIn("admin");
    expect(await put({ ...policy, due_hours: 8 })).toMatchObject({
      status: 200,
      body: { due_hours: 8, version: policy.version + 1 },
    });
    expect(await put(policy)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect((await put({ ...policy, working: { ...policy.working, time_zone: "Mexico/Nowhere" } })).status).toBe(400);
    await signIn("compliance");
    expect((await callRoute(getPolicy, { method: "GET" })).status).toBe(403);
  });
});
