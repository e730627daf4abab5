import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EVENT_NAMES } from "#lib/contract/event.ts";
import type { Reveal } from "#lib/contract/reveal.ts";
import type { CreatedWebhook, ListedWebhook } from "#lib/contract/webhook-list.ts";
import { database } from "#lib/server/db/database.ts";
import { fingerprintOf } from "#lib/server/secrets/reveals.ts";
import { startDashboard, type TestDashboard } from "#test/dashboard.ts";
import { jar } from "#test/next-headers.ts";
import { POST as connectReceiver } from "./receiver/route.ts";
import { DELETE as acknowledge } from "./reveals/[reveal_id]/route.ts";
import { GET as listReveals } from "./reveals/route.ts";
import { POST as moveOn } from "./webhooks/[webhook_id]/replacement/moves/route.ts";
import { GET as getReplacement, POST as makeTwin } from "./webhooks/[webhook_id]/replacement/route.ts";
import { DELETE as deleteWebhook, GET as getWebhook, PUT as updateWebhook } from "./webhooks/[webhook_id]/route.ts";
import { POST as createWebhook, GET as listWebhooks } from "./webhooks/route.ts";

vi.mock("next/headers", () => import("#test/next-headers.ts"));

const FIELDS = {
  url: "https://hooks.maderas.mx/svc",
  events: ["verification.v2.created", "verification.v2.finished"],
  description: "Billing",
};
const SECRET = /whsec_[0-9a-f]{64}/;

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard.end());

/** No webhook, and an admin who has just signed in. */
beforeEach(async () => {
  jar.clear();
  await dashboard.heal();
  await database().pool.query(
    "DELETE FROM webhook_replacements; DELETE FROM webhook_attempts; DELETE FROM reveals; DELETE FROM receiver_secrets; DELETE FROM receivers",
  );
  await dashboard.service.query("DELETE FROM sandbox.webhook");
  await dashboard.signInAs("admin");
});

type Handler = (request: NextRequest, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Options = {
  method?: string;
  body?: unknown;
  params?: Record<string, string>;
  headers?: Record<string, string>;
};

async function call(handler: Handler, { method = "POST", body, params = {}, headers = {} }: Options = {}) {
  const request = new NextRequest("http://localhost:3000/api/webhooks", {
    method,
    headers: {
      "sec-fetch-site": "same-origin",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text), text };
}

const of = (webhook_id: string) => ({ webhook_id });
const create = async (fields: object = {}): Promise<CreatedWebhook> => {
  const { status, body } = await call(createWebhook, { body: { ...FIELDS, ...fields } });
  expect(status).toBe(201);
  return body;
};
const list = async (): Promise<ListedWebhook[]> => (await call(listWebhooks, { method: "GET" })).body.items;
const get = async (id: string): Promise<ListedWebhook> =>
  (await call(getWebhook, { method: "GET", params: of(id) })).body;
const put = (id: string, body: object, version?: string) =>
  call(updateWebhook, {
    method: "PUT",
    params: of(id),
    body,
    headers: version === undefined ? {} : { "if-match": `"${version}"` },
  });
const remove = (id: string, version?: string) =>
  call(deleteWebhook, {
    method: "DELETE",
    params: of(id),
    headers: version === undefined ? {} : { "if-match": `"${version}"` },
  });
const twin = (id: string, insteadOf?: string) =>
  call(makeTwin, { params: of(id), ...(insteadOf === undefined ? {} : { body: { instead_of: insteadOf } }) });
const move = (id: string, name: string) => call(moveOn, { params: of(id), body: { move: name } });
const reveals = async (): Promise<Reveal[]> => (await call(listReveals, { method: "GET" })).body.items;
const atService = () => dashboard.service.query("SELECT id, url, events, description, secret FROM sandbox.webhook");
const fault = (kind: string, method: string, more: object = {}) =>
  dashboard.fault({ kind, method, path: "/v2/webhooks*", count: 1, ...more });

const EVERY: [string, Handler, string, unknown, boolean][] = [
  ["GET /api/webhooks", listWebhooks, "GET", undefined, false],
  ["POST /api/webhooks", createWebhook, "POST", FIELDS, true],
  ["GET /api/webhooks/{id}", getWebhook, "GET", undefined, false],
  ["PUT /api/webhooks/{id}", updateWebhook, "PUT", { description: "x" }, true],
  ["DELETE /api/webhooks/{id}", deleteWebhook, "DELETE", undefined, true],
  ["GET /api/webhooks/{id}/replacement", getReplacement, "GET", undefined, false],
  ["POST /api/webhooks/{id}/replacement", makeTwin, "POST", undefined, true],
  ["POST /api/webhooks/{id}/replacement/moves", moveOn, "POST", { move: "stored" }, true],
];

describe.each(EVERY)("%s", (_name, handler, method, body, stepUp) => {
  const calls = async () => (await call(handler, { method, body, params: of("wh_nobody") })).body?.code;

  it("is for admins only", async () => {
    jar.clear();
    expect(await calls()).toBe("UNAUTHORIZED");
    for (const role of ["compliance", "support"] as const) {
      await dashboard.signInAs(role);
      expect(await calls()).toBe("FORBIDDEN");
    }
  });

  it(stepUp ? "asks for the password again after ten minutes" : "does not ask for the password again", async () => {
    await database().pool.query("UPDATE sessions SET authenticated_at = now() - interval '11 minutes'");
    const code = await calls();
    if (stepUp) expect(code).toBe("STEP_UP_REQUIRED");
    else expect(code).not.toBe("STEP_UP_REQUIRED");
  });

  it("refuses what comes from another site", async () => {
    if (method === "GET") return;
    const answer = await call(handler, {
      method,
      body,
      params: of("wh_nobody"),
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(answer.body.code).toBe("CSRF_REFUSED");
  });
});

describe("the list", () => {
  it("tells of each what the service tells, whose it is, and what is wrong with it; a secret of none", async () => {
    const own = (await call(connectReceiver)).body.webhook_id;
    const made = await create();
    const bad = await create({ url: "https://10.0.0.7/x", description: "" });
    await dashboard.service.query("UPDATE sandbox.webhook SET enabled = false, events = '{}' WHERE id = $1", [bad.id]);
    const items = await list();
    expect(items).toMatchObject([
      { id: own, own: true, problems: [], fingerprint: null, description: "Cotejo dashboard" },
      { ...FIELDS, id: made.id, own: false, enabled: true, problems: [], fingerprint: made.fingerprint },
      { id: bad.id, enabled: false, problems: ["disabled", "private_address", "no_events"] },
    ]);
    expect(items[1]?.other_fields).toMatchObject({ created_at: expect.any(String) });
    expect(JSON.stringify(items)).not.toMatch(SECRET);
    expect((await get(made.id)).fingerprint).toBe(made.fingerprint);
  });

  it("names events that the catalogue does not know", async () => {
    const { id } = await create();
    await dashboard.service.query("UPDATE sandbox.webhook SET events = '{verification.v9.created}' WHERE id = $1", [
      id,
    ]);
    expect(await get(id)).toMatchObject({ problems: ["unknown_events"], unknown_events: ["verification.v9.created"] });
  });

  it("says what is in the way", async () => {
    await fault("status", "GET", { status: 403 });
    expect((await call(listWebhooks, { method: "GET" })).body.code).toBe("SERVICE_FORBIDDEN");
    expect((await call(getWebhook, { method: "GET", params: of("wh_nobody") })).body.code).toBe("NOT_FOUND");
  });
});

describe("a new webhook", () => {
  it("tells its secret once, and holds it for this session alone until it is acknowledged", async () => {
    const made = await create();
    expect(made).toMatchObject({ ...FIELDS, secret: expect.stringMatching(SECRET), name: "Billing" });
    expect(made.fingerprint).toBe(fingerprintOf(made.secret));
    expect(await atService()).toMatchObject([{ id: made.id, secret: made.secret }]);
    expect(await reveals()).toMatchObject([{ kind: "webhook_secret", subject_id: made.id, value: made.secret }]);

    const mine = new Map(jar);
    await dashboard.signInAs("admin");
    expect(await reveals()).toEqual([]);

    for (const [name, cookie] of mine) jar.set(name, cookie);
    const params = { reveal_id: made.reveal_id ?? "" };
    expect((await call(acknowledge as Handler, { method: "DELETE", params })).status).toBe(204);
    expect(await reveals()).toEqual([]);
    const { rows } = await database().pool.query("SELECT FROM vault_secrets WHERE owner = $1", [made.reveal_id]);
    expect(rows).toEqual([]);
    expect((await get(made.id)).fingerprint).toBe(made.fingerprint);
  });

  it.each([
    [{}],
    [{ ...FIELDS, url: undefined }],
    [{ ...FIELDS, url: "http://hooks.maderas.mx" }],
    [{ ...FIELDS, url: "https://ana:secreta@hooks.maderas.mx" }],
    [{ ...FIELDS, url: "hooks" }],
    [{ ...FIELDS, events: [] }],
    [{ ...FIELDS, events: "*" }],
    [{ ...FIELDS, events: ["a\u0000"] }],
    [{ ...FIELDS, description: "x".repeat(2001) }],
    [{ ...FIELDS, secret: "whsec_mine" }],
    [null],
  ])("is not asked for with %j", async (body) => {
    expect((await call(createWebhook, { body })).body.code).toBe("VALIDATION_ERROR");
    expect(await atService()).toEqual([]);
  });

  it.each([
    ["the answer is lost", { kind: "lost" }],
    ["the answer is cut off", { kind: "truncate" }],
    ["the service has a fault", { kind: "status", status: 500 }],
    ["a proxy answers", { kind: "html" }],
  ])("is the only one, with a known secret, when %s", async (_, { kind, ...more }) => {
    await fault(kind, "POST", more);
    const made = await create();
    expect(await atService()).toMatchObject([{ id: made.id, secret: made.secret }]);
    expect((await list()).map(({ problems }) => problems)).toEqual([[]]);
  });

  it("whose answer is lost twice is said to be unknown, and what it left to have a secret that nobody was told", async () => {
    const before = await create();
    await fault("lost", "POST", { count: 2 });
    const { status, body } = await call(createWebhook, { body: FIELDS });
    expect([status, body.code]).toEqual([502, "OUTCOME_UNKNOWN"]);
    const items = await list();
    expect(items.map(({ id, problems }) => [id === before.id, problems])).toEqual([
      [true, []],
      [false, ["secret_untold"]],
    ]);
    const again = await create();
    expect((await get(again.id)).problems).toEqual([]);
  });

  it("leaves somebody else's alone that is like it", async () => {
    const { body: theirs } = await dashboard.service.call("POST", "/v2/webhooks", { body: FIELDS });
    await fault("lost", "POST");
    const made = await create();
    expect((await atService()).map(({ id }) => id).toSorted()).toEqual([theirs.id, made.id].toSorted());
  });

  it.each([401, 403])("that is refused with %d leaves nothing to look for", async (status) => {
    await fault("status", "POST", { status, count: 2 });
    expect((await call(createWebhook, { body: FIELDS })).body.code).toMatch(/SERVICE_UNAUTHORIZED|SERVICE_FORBIDDEN/);
    expect((await database().pool.query("SELECT FROM webhook_attempts")).rows).toEqual([]);
  });

  it("of which no table and no log keeps the secret in the clear", async () => {
    const { secret } = await create();
    const tables = await database().pool.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name } of tables.rows) {
      const { rows } = await database().pool.query(`SELECT FROM ${name} AS row WHERE row::text LIKE '%' || $1 || '%'`, [
        secret,
      ]);
      expect(rows, name).toEqual([]);
    }
  });
});

describe("a change", () => {
  /** The body of the last PUT that reached the service. */
  const sentBy = async (act: () => Promise<unknown>): Promise<unknown> => {
    const bodies: unknown[] = [];
    const real = globalThis.fetch;
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      if (init?.method === "PUT") bodies.push(JSON.parse(String(init.body)));
      return real(input, init);
    });
    await act();
    spy.mockRestore();
    return bodies;
  };

  it("sends only the fields that differ, and events whole", async () => {
    const { id } = await create();
    const events = [...FIELDS.events, "verification_item.v2.completed"];
    expect(await sentBy(() => put(id, { ...FIELDS, description: "Invoices" }))).toEqual([{ description: "Invoices" }]);
    expect(await sentBy(() => put(id, { events }))).toEqual([{ events }]);
    expect(await sentBy(() => put(id, { events: events.toReversed(), description: "Invoices" }))).toEqual([]);
    expect(await get(id)).toMatchObject({ url: FIELDS.url, events, description: "Invoices" });
  });

  it("answers the webhook as it is afterwards", async () => {
    const { id } = await create();
    const { status, body } = await put(id, { description: "" });
    expect([status, body]).toEqual([200, await get(id)]);
  });

  it("of what somebody else has changed meanwhile is refused, and overwrites nothing", async () => {
    const { id } = await create();
    const { version } = await get(id);
    await dashboard.service.call("PUT", `/v2/webhooks/${id}`, { body: { description: "Theirs" } });
    const { status, body } = await put(id, { url: "https://hooks.maderas.mx/new" }, version);
    expect([status, body.code]).toEqual([412, "CONFLICT"]);
    expect(await get(id)).toMatchObject({ ...FIELDS, description: "Theirs" });
    expect((await put(id, { url: "https://hooks.maderas.mx/new" }, (await get(id)).version)).status).toBe(200);
    expect(await get(id)).toMatchObject({ url: "https://hooks.maderas.mx/new", description: "Theirs" });
  });

  it("by two admins at once is done for one and shown to the other", async () => {
    const { id } = await create();
    const { version } = await get(id);
    const both = await Promise.all(["One", "Other"].map((description) => put(id, { description }, version)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await get(id)).description).toBe(both.find(({ status }) => status === 200)?.body.description);
  });

  it("is done when only its answer is lost, and of unknown outcome when it may not have been done", async () => {
    const { id } = await create();
    await fault("lost", "PUT");
    expect(await put(id, { description: "Lost" })).toMatchObject({ status: 200, body: { description: "Lost" } });
    await fault("status", "PUT", { status: 500 });
    expect((await put(id, { description: "Never" })).body.code).toMatch(/SERVICE_ERROR|OUTCOME_UNKNOWN/);
    expect((await get(id)).description).toBe("Lost");
  });

  it("of the dashboard's own is refused", async () => {
    const id = (await call(connectReceiver)).body.webhook_id;
    expect((await put(id, { events: [] })).body.code).toBe("CONFLICT");
    expect((await get(id)).events.toSorted()).toEqual([...EVENT_NAMES].toSorted());
  });

  it.each([[{ url: "http://x.mx" }], [{ events: [""] }], [{ enabled: true }], [{ secret: "x" }]])(
    "is not asked for with %j",
    async (body) => {
      const { id } = await create();
      expect((await put(id, body)).body.code).toBe("VALIDATION_ERROR");
    },
  );
});

describe("deleting", () => {
  it("a webhook deletes it", async () => {
    const { id } = await create();
    expect((await remove(id, (await get(id)).version)).status).toBe(204);
    expect(await atService()).toEqual([]);
    expect((await remove(id)).body.code).toBe("NOT_FOUND");
  });

  it("what has become another one since is refused", async () => {
    const { id } = await create();
    const { version } = await get(id);
    await put(id, { url: "https://other.maderas.mx" });
    expect((await remove(id, version)).status).toBe(412);
    expect(await list()).toHaveLength(1);
  });

  it("is done when only its answer is lost", async () => {
    const { id } = await create();
    await fault("lost", "DELETE");
    expect((await remove(id)).status).toBe(204);
  });

  it("the dashboard's own, or one of a replacement, is refused", async () => {
    const own = (await call(connectReceiver)).body.webhook_id;
    const { id } = await create();
    const { body } = await twin(id);
    const asked = await dashboard.countCalls("/v2/webhooks/*", "DELETE");
    for (const needed of [own, id, body.replacement.new_id]) {
      expect((await remove(needed)).body.code).toBe("CONFLICT");
    }
    expect(await asked()).toBe(0);
    expect(await list()).toHaveLength(3);
  });
});

describe("replacing a lost secret", () => {
  it("goes from twin to secret to switch to deletion, and keeps each step", async () => {
    const lost = await create();
    const { status, body } = await twin(lost.id);
    expect(status).toBe(201);
    expect(body.created).toMatchObject({ ...FIELDS, secret: expect.stringMatching(SECRET) });
    expect(body.created.secret).not.toBe(lost.secret);
    expect(body.replacement).toMatchObject({ state: "twinned", own: false, old_id: lost.id, new_id: body.created.id });
    expect((await list()).map(({ replacement }) => replacement?.part)).toEqual(["old", "twin"]);

    const params = { reveal_id: body.created.reveal_id };
    expect((await move(lost.id, "switched")).body.code).toBe("CONFLICT");
    await call(acknowledge as Handler, { method: "DELETE", params });
    const seen = await call(getReplacement, { method: "GET", params: of(body.created.id) });
    expect(seen.body.replacement).toMatchObject({ state: "stored", old_id: lost.id });
    expect((await move(lost.id, "finish")).body.code).toBe("CONFLICT");
    expect((await move(lost.id, "switched")).body.state).toBe("switched");
    expect(await list()).toHaveLength(2);
    const done = (await move(lost.id, "finish")).body;
    expect(done.steps.map(({ state }: { state: string }) => state)).toEqual([
      "begun",
      "twinned",
      "stored",
      "switched",
      "done",
    ]);
    expect((await list()).map(({ id, fingerprint }) => [id, fingerprint])).toEqual([
      [body.created.id, body.created.fingerprint],
    ]);
    expect((await move(lost.id, "finish")).body.code).toBe("NOT_FOUND");
  });

  it("whose twin's secret was lost too makes the twin afresh", async () => {
    const { id } = await create();
    const first = (await twin(id)).body.created;
    expect((await twin(id)).body.code).toBe("CONFLICT");
    const second = (await twin(id, first.id)).body.created;
    expect((await twin(id, first.id)).body.code).toBe("CONFLICT");
    expect((await atService()).map((row) => row.secret)).toEqual([expect.any(String), second.secret]);
    expect((await reveals()).map(({ subject_id }) => subject_id)).not.toContain(first.id);
    await move(id, "stored");
    await move(id, "switched");
    expect((await twin(id, second.id)).body.code).toBe("CONFLICT");
  });

  it("given up at any step keeps the old one and nothing else", async () => {
    const { id, secret } = await create();
    for (const steps of [[], ["stored"], ["stored", "switched"]]) {
      await twin(id);
      for (const step of steps) await move(id, step);
      expect((await move(id, "give_up")).body.state).toBe("given_up");
      expect(await atService()).toMatchObject([{ id, secret }]);
      expect((await reveals()).map(({ subject_id }) => subject_id)).toEqual([id]);
    }
  });

  it("keeps the old one as long as the twin is gone or disabled", async () => {
    const { id } = await create();
    const { new_id } = (await twin(id)).body.replacement;
    await move(id, "stored");
    await move(id, "switched");
    await dashboard.service.query("UPDATE sandbox.webhook SET enabled = false WHERE id = $1", [new_id]);
    expect((await move(id, "finish")).body.code).toBe("CONFLICT");
    await dashboard.service.query("DELETE FROM sandbox.webhook WHERE id = $1", [new_id]);
    expect((await move(id, "finish")).body.code).toBe("CONFLICT");
    expect((await move(id, "give_up")).body.state).toBe("given_up");
    expect(await list()).toHaveLength(1);
  });

  it("is one when two admins begin it at once, and takes no twin from the one who stores its secret", async () => {
    const { id } = await create();
    const both = await Promise.all([twin(id), twin(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const told = both.find(({ status }) => status === 201)?.body.created;
    expect(await atService()).toMatchObject([{ id }, { id: told.id, secret: told.secret }]);
    const { rows } = await database().pool.query("SELECT FROM webhook_replacements");
    expect(rows).toHaveLength(1);
  });

  it("ends well when the old one was deleted elsewhere, or only the answer is lost", async () => {
    for (const lose of [false, true]) {
      const { id } = await create();
      await twin(id);
      await move(id, "stored");
      await move(id, "switched");
      if (lose) await fault("lost", "DELETE");
      else await dashboard.service.query("DELETE FROM sandbox.webhook WHERE id = $1", [id]);
      const first = await move(id, "finish");
      const ended = first.status === 200 ? first : await move(id, "finish");
      expect(ended.body.state).toBe("done");
    }
    expect(await list()).toHaveLength(2);
  });

  it("of a twin, or of what is not there, is refused", async () => {
    const { id } = await create();
    const { new_id } = (await twin(id)).body.replacement;
    expect((await twin(new_id)).body.code).toBe("CONFLICT");
    expect((await twin("wh_nobody")).body.code).toBe("NOT_FOUND");
    expect((await move("wh_nobody", "finish")).body.code).toBe("NOT_FOUND");
    expect((await move(id, "twin")).body.code).toBe("VALIDATION_ERROR");
  });
});
