import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Reveal } from "#lib/contract/reveal.ts";
import { database } from "#lib/server/db/database.ts";
import { type Context, rotationContext } from "#lib/server/rotation/context.ts";
import { runRotation } from "#lib/server/rotation/run.ts";
import { forgetExpired } from "#lib/server/secrets/reveals.ts";
import { createKeySource } from "#lib/server/vault/current-key.ts";
import { startDashboard, type TestDashboard } from "#test/dashboard.ts";
import { jar } from "#test/next-headers.ts";
import { DELETE as deleteKey } from "./api-keys/[api_key_id]/route.ts";
import { POST as checkKey } from "./api-keys/check/route.ts";
import { POST as adoptKey } from "./api-keys/current/route.ts";
import { POST as createKey, GET as listKeys } from "./api-keys/route.ts";
import { POST as finish } from "./key-replacements/[replacement_id]/finish/route.ts";
import { POST as mint } from "./key-replacements/[replacement_id]/mint/route.ts";
import { DELETE as cancel } from "./key-replacements/[replacement_id]/route.ts";
import { POST as markSwitched, DELETE as takeBack } from "./key-replacements/[replacement_id]/switched/route.ts";
import { GET as listReplacements, POST as startReplacement } from "./key-replacements/route.ts";
import { DELETE as acknowledge } from "./reveals/[reveal_id]/route.ts";
import { GET as listReveals } from "./reveals/route.ts";
import { POST as resume } from "./rotations/[rotation_id]/resume/route.ts";
import { GET as listRotations, POST as startRotation } from "./rotations/route.ts";

vi.mock("next/headers", () => import("#test/next-headers.ts"));

const NOBODY = "00000000-0000-4000-8000-000000000000";

let dashboard: TestDashboard;

beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard.end());

/** The service knows one key, the dashboard's, and an admin has just signed in. */
beforeEach(async () => {
  jar.clear();
  await dashboard.heal();
  await database().pool.query("DELETE FROM rotations; DELETE FROM reveals; DELETE FROM key_replacements");
  await dashboard.service.query("DELETE FROM sandbox.api_key WHERE key_hash <> sha256($1::bytea)", [
    await createKeySource()(),
  ]);
  await dashboard.signInAs("admin");
});

type Handler = typeof listKeys;

async function call(
  handler: Handler,
  { method = "POST", body, params = {} }: { method?: string; body?: unknown; params?: Record<string, string> } = {},
) {
  const request = new NextRequest("http://localhost:3000/api/keys", {
    method,
    headers: {
      "sec-fetch-site": "same-origin",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text), text };
}

const get = (handler: Handler) => call(handler, { method: "GET" });
const create = (id: string) => call(createKey, { body: { id } });
const remove = (id: string) => call(deleteKey, { method: "DELETE", params: { api_key_id: id } });
const reveals = async (): Promise<Reveal[]> => (await get(listReveals)).body.items;
const currentId = async (): Promise<string> =>
  (await get(listKeys)).body.items.find(({ current }: { current: boolean }) => current).id;

/** What a worker does, without the waits. */
const context = (): Context => ({ ...rotationContext(), waits: { drain: 0, backoff: () => 0, look: 0 } });
const run = () => runRotation(context());

const EVERY: [string, Handler, string, unknown, boolean][] = [
  ["GET /api/api-keys", listKeys, "GET", undefined, false],
  ["POST /api/api-keys", createKey, "POST", { id: "Backend" }, true],
  ["DELETE /api/api-keys/{id}", deleteKey, "DELETE", undefined, true],
  ["POST /api/api-keys/check", checkKey, "POST", { api_key: "svc_sk_live_1" }, false],
  ["POST /api/api-keys/current", adoptKey, "POST", { api_key: "svc_sk_live_1" }, true],
  ["GET /api/key-replacements", listReplacements, "GET", undefined, false],
  ["POST /api/key-replacements", startReplacement, "POST", { old_key_id: "ak_nobody" }, true],
  ["DELETE /api/key-replacements/{id}", cancel, "DELETE", undefined, true],
  ["POST /api/key-replacements/{id}/mint", mint, "POST", { instead_of: null }, true],
  ["POST /api/key-replacements/{id}/finish", finish, "POST", undefined, true],
  ["POST /api/key-replacements/{id}/switched", markSwitched, "POST", undefined, false],
  ["DELETE /api/key-replacements/{id}/switched", takeBack, "DELETE", undefined, false],
  ["GET /api/reveals", listReveals, "GET", undefined, false],
  ["DELETE /api/reveals/{id}", acknowledge, "DELETE", undefined, false],
  ["GET /api/rotations", listRotations, "GET", undefined, false],
  ["POST /api/rotations", startRotation, "POST", undefined, true],
  ["POST /api/rotations/{id}/resume", resume, "POST", undefined, true],
];
const SOME = { api_key_id: "ak_nobody", reveal_id: NOBODY, rotation_id: NOBODY, replacement_id: NOBODY };

describe.each(EVERY)("%s", (_name, handler, method, body, stepUp) => {
  const calls = async () => (await call(handler, { method, body, params: SOME })).body?.code;

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
});

describe("the list", () => {
  it("tells what the service tells, and which key is the dashboard's", async () => {
    await create("Backend");
    const { status, body } = await get(listKeys);
    expect([status, body.current_known]).toEqual([200, true]);
    expect(body.items).toMatchObject([
      { name: "cotejo-dashboard", current: true, rotating: false, fingerprint: null },
      { id: expect.stringMatching(/^ak_/), name: "Backend", current: false, other_fields: { permission: "full" } },
    ]);
    expect(body.items[1].fingerprint).toMatch(/^[0-9a-f]{12}$/);
  });

  it("says what is in the way", async () => {
    await dashboard.fault({ kind: "status", status: 403, path: "/api-keys" });
    expect((await get(listKeys)).body.code).toBe("SERVICE_FORBIDDEN");
  });
});

describe("a new key", () => {
  it("is told once, works, and is held for this session alone until it is acknowledged", async () => {
    const { status, body } = await create("Backend");
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: expect.stringMatching(/^ak_/), name: "Backend", fingerprint: expect.any(String) });
    expect((await dashboard.service.call("GET", "/api-keys", { key: body.api_key })).status).toBe(200);
    expect(await reveals()).toMatchObject([{ id: body.reveal_id, value: body.api_key, subject_id: body.id }]);

    const mine = new Map(jar);
    await dashboard.signInAs("admin");
    expect(await reveals()).toEqual([]);
    const params = { reveal_id: body.reveal_id };
    expect((await call(acknowledge, { method: "DELETE", params })).status).toBe(404);

    for (const [name, cookie] of mine) jar.set(name, cookie);
    expect((await call(acknowledge, { method: "DELETE", params })).status).toBe(204);
    expect(await reveals()).toEqual([]);
    expect((await call(acknowledge, { method: "DELETE", params })).status).toBe(404);
    const { rows } = await database().pool.query("SELECT FROM vault_secrets WHERE owner = $1", [body.reveal_id]);
    expect(rows).toEqual([]);
  });

  it("that nobody acknowledges is gone after ten minutes", async () => {
    const { body } = await create("Backend");
    await database().pool.query("UPDATE reveals SET expires_at = now()");
    expect(await reveals()).toEqual([]);
    await forgetExpired();
    const { rows } = await database().pool.query("SELECT FROM vault_secrets WHERE owner = $1", [body.reveal_id]);
    expect(rows).toEqual([]);
    expect((await get(listKeys)).body.items[1].fingerprint).toBe(body.fingerprint);
  });

  it.each([[{}], [{ id: "" }], [{ id: "a\u0000b" }], [{ id: "x".repeat(201) }], [{ id: "a", more: 1 }], [[]], [null]])(
    "is not asked for with %j",
    async (body) => {
      expect((await call(createKey, { body })).body.code).toBe("VALIDATION_ERROR");
    },
  );

  it("under a name in use is a conflict", async () => {
    await create("Backend");
    const { status, body } = await create("Backend");
    expect([status, body.code]).toEqual([409, "DUPLICATE_RESOURCE"]);
  });

  it.each([
    ["the answer is lost", { kind: "lost" }],
    ["the answer is cut off", { kind: "truncate" }],
    ["the service has a fault", { kind: "status", status: 500 }],
    ["a proxy answers", { kind: "html" }],
  ])("has an unknown outcome when %s, and is not sent twice", async (_, fault) => {
    await dashboard.fault({ ...fault, method: "POST", count: 1 });
    const calls = await dashboard.countCalls("/api-keys", "POST");
    const { status, body } = await create("Backend");
    expect([status, body.code]).toEqual([502, "OUTCOME_UNKNOWN"]);
    expect(await calls()).toBe(0);
    await dashboard.heal();
  });

  it.each([401, 403, 404])("is refused with %d", async (status) => {
    await dashboard.fault({ kind: "status", status, method: "POST", count: 2 });
    expect((await create("Backend")).body.code).toMatch(/SERVICE_UNAUTHORIZED|SERVICE_FORBIDDEN|NOT_FOUND/);
  });
});

describe("deleting", () => {
  it("a key deletes it", async () => {
    const { body } = await create("Backend");
    expect((await remove(body.id)).status).toBe(204);
    expect((await dashboard.service.call("GET", "/api-keys", { key: body.api_key })).status).toBe(401);
    expect((await remove(body.id)).body.code).toBe("NOT_FOUND");
  });

  it("the current or last one is refused, and asks nothing of the service", async () => {
    const calls = await dashboard.countCalls("/api-keys/*", "DELETE");
    const id = await currentId();
    expect((await remove(id)).body.code).toBe("CONFLICT");
    await create("Backend");
    expect((await remove(id)).body.code).toBe("CONFLICT");
    expect(await calls()).toBe(0);
  });

  it("waits until an admin has said which one is the dashboard's", async () => {
    const { body } = await create("Backend");
    await database().pool.query("UPDATE dashboard_keys SET service_key_id = NULL");
    expect((await remove(body.id)).body.code).toBe("CURRENT_KEY_UNKNOWN");
    expect((await get(listKeys)).body.current_known).toBe(false);
  });

  it.each(["..", "%2e%2e", "a\u0000b", "x".repeat(201)])("what is no id (%j) finds nothing", async (id) => {
    expect((await remove(id)).body.code).toBe("NOT_FOUND");
  });
});

describe("a rotation", () => {
  it("is started with 202 and ends with another key in use and the old one refused", async () => {
    const before = await createKeySource()();
    const oldId = await currentId();
    const { status, body } = await call(startRotation);
    expect(status).toBe(202);
    expect(body).toMatchObject({ state: "intent", steps: [{ state: "intent" }], old_key_id: oldId });
    expect((await call(startRotation)).body.code).toBe("CONFLICT");
    expect((await remove(oldId)).body.code).toBe("CONFLICT");
    await run();
    const [rotation] = (await get(listRotations)).body.items;
    const states = ["intent", "minted", "verified", "switched", "draining", "retiring", "done"];
    expect(rotation).toMatchObject({ id: body.id, state: "done", steps: states.map((state) => ({ state })) });
    const times = rotation.steps.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted());
    expect(await currentId()).toBe(rotation.new_key_id);
    expect((await dashboard.service.call("GET", "/api-keys", { key: before })).status).toBe(401);
  });

  it("goes by newest first, and the next begins with the key of the one before", async () => {
    await call(startRotation);
    await run();
    const second = (await call(startRotation, { body: {} })).body;
    await run();
    const { items } = (await get(listRotations)).body;
    expect(items[0].id).toBe(second.id);
    expect(items[0].old_key_id).toBe(items[1].new_key_id);
  });

  it("asks which key is the dashboard's where the list cannot tell", async () => {
    const id = await currentId();
    await create("Backend");
    await database().pool.query("UPDATE dashboard_keys SET service_key_id = NULL");
    expect((await call(startRotation)).body.code).toBe("CURRENT_KEY_UNKNOWN");
    expect((await call(startRotation, { body: { current_key_id: "ak_1" } })).body.code).toBe("VALIDATION_ERROR");
    expect((await call(startRotation, { body: { current_key_id: id } })).status).toBe(202);
    await run();
    expect((await get(listRotations)).body.items[0].state).toBe("done");
  });

  it("keeps the key, and says why, where none may be created", async () => {
    const before = await createKeySource()();
    await call(startRotation);
    await dashboard.fault({ kind: "status", status: 403, method: "POST" });
    await run();
    expect((await get(listRotations)).body.items[0]).toMatchObject({
      state: "abandoned",
      problem: "SERVICE_FORBIDDEN",
    });
    expect(await createKeySource()()).toBe(before);
    expect((await call(startRotation)).status).toBe(202);
  });

  it("that waits goes on at once when it is resumed; one that has ended does not", async () => {
    const { id } = (await call(startRotation)).body;
    await dashboard.fault({ kind: "status", status: 500, count: 100 });
    await runRotation({ ...context(), waits: { drain: 0, backoff: () => 60_000, look: 0 } });
    expect((await get(listRotations)).body.items[0]).toMatchObject({ state: "intent", problem: "SERVICE_ERROR" });
    await dashboard.heal();
    await run();
    expect((await get(listRotations)).body.items[0].state).toBe("intent");
    expect((await call(resume, { params: { rotation_id: id } })).status).toBe(202);
    await run();
    expect((await get(listRotations)).body.items[0].state).toBe("done");
    expect((await call(resume, { params: { rotation_id: id } })).body.code).toBe("CONFLICT");
    expect((await call(resume, { params: { rotation_id: NOBODY } })).body.code).toBe("NOT_FOUND");
    expect((await call(resume, { params: { rotation_id: "1" } })).body.code).toBe("NOT_FOUND");
  });
});

describe("replacing a key that is used elsewhere", () => {
  const replace = async (old_key_id: string) => call(startReplacement, { body: { old_key_id } });
  const about = (replacement_id: string) => ({ params: { replacement_id } });

  it("is begun with the new key, and ends with the old one refused", async () => {
    const old = (await create("Backend")).body;
    const { status, body } = await replace(old.id);
    expect(status).toBe(201);
    expect(body.replacement).toMatchObject({
      state: "created",
      old_name: "Backend",
      started_by: "admin",
      value: "held",
    });
    const { id } = body.replacement;
    const listed = (await get(listKeys)).body.items.filter(({ replacing }: { replacing: boolean }) => replacing);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([old.id, body.created.id]);
    expect((await remove(old.id)).body.code).toBe("CONFLICT");

    const params = { reveal_id: body.created.reveal_id };
    expect((await call(acknowledge, { method: "DELETE", params })).status).toBe(204);
    expect((await get(listReplacements)).body.items).toMatchObject([{ id, value: "stored" }]);
    expect((await call(finish, about(id))).body.code).toBe("CONFLICT");
    expect((await call(markSwitched, about(id))).body.state).toBe("switched");
    expect((await call(takeBack, { ...about(id), method: "DELETE" })).body.state).toBe("created");
    await call(markSwitched, about(id));
    expect((await call(finish, about(id))).body.state).toBe("done");
    const answers = [old, body.created].map(({ api_key }) =>
      dashboard.service.call("GET", "/api-keys", { key: api_key }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 200]);
  });

  it("stays open when the answer is lost, and another admin tries again or gives up", async () => {
    const old = (await create("Backend")).body;
    await dashboard.fault({ kind: "lost", method: "POST", count: 1 });
    const { body } = await replace(old.id);
    expect(body).toMatchObject({ created: null, replacement: { state: "intent", problem: "OUTCOME_UNKNOWN" } });
    const { id } = body.replacement;
    await dashboard.signInAs("admin");
    const again = await call(mint, { ...about(id), body: { instead_of: null } });
    expect([again.status, again.body.replacement.state]).toEqual([201, "created"]);
    expect((await call(mint, { ...about(id), body: { instead_of: null } })).body.code).toBe("CONFLICT");
    expect((await call(cancel, { ...about(id), method: "DELETE" })).body.state).toBe("cancelled");
    expect((await get(listKeys)).body.items).toHaveLength(2);
  });

  it("is not for the dashboard's own key, and an unknown one is not found", async () => {
    expect((await replace(await currentId())).body.code).toBe("CONFLICT");
    expect((await replace("ak_nobody")).body.code).toBe("NOT_FOUND");
  });
});

describe("when the dashboard's key was revoked behind its back", () => {
  const adopt = async (body: object) => (await call(adoptKey, { body })).body;
  let spare: string;

  beforeEach(async () => {
    spare = (await create(`Spare ${Math.random()}`)).body.api_key;
    await dashboard.service.query("DELETE FROM sandbox.api_key WHERE id = $1", [await currentId()]);
  });

  it("an admin enters another one and vouches for it, since nothing is known that could prove it", async () => {
    expect((await get(listKeys)).body.code).toBe("SERVICE_UNAUTHORIZED");
    expect(await adopt({ api_key: "svc_sk_live_made_up" })).toEqual({ outcome: "refused", reason: "not_accepted" });
    expect(await adopt({ api_key: spare })).toEqual({ outcome: "refused", reason: "unconfirmed" });
    expect(await adopt({ api_key: ` ${spare}\n`, confirmed: true })).toEqual({ outcome: "adopted" });
    expect((await get(listKeys)).body).toMatchObject({
      current_known: true,
      items: [{ name: expect.stringContaining("Spare"), current: true }],
    });
    expect(await adopt({ api_key: spare })).toEqual({ outcome: "unneeded" });
  });

  it("and SVC_API_KEY still holds that one, it is not accepted either", async () => {
    expect(await adopt({})).toEqual({ outcome: "refused", reason: "not_accepted" });
    await adopt({ api_key: spare, confirmed: true });
  });
});

describe("a key that is pasted", () => {
  const check = async (api_key: string) => (await call(checkKey, { body: { api_key } })).body.result;

  it("works, is invalid, or the service does not tell", async () => {
    const { body } = await create("Backend");
    expect(await check(` ${body.api_key}\n`)).toBe("works");
    const { fingerprint } = (await call(checkKey, { body: { api_key: body.api_key } })).body;
    expect(fingerprint).toBe(body.fingerprint);
    expect(await check("svc_sk_live_nobody")).toBe("invalid");
    expect(await check("ñandú con espacios")).toBe("invalid");
    await dashboard.fault({ kind: "status", status: 403 });
    expect(await check(body.api_key)).toBe("forbidden");
    await dashboard.fault({ kind: "status", status: 500, count: 3 });
    expect(await check(body.api_key)).toBe("unknown");
  });

  it("is stored nowhere, and no answer repeats it", async () => {
    const planted = "svc_sk_live_planted_0123456789abcdef";
    const { text } = await call(checkKey, { body: { api_key: planted } });
    expect(text).not.toContain(planted);
    expect((await call(checkKey, { body: { api_key: planted, planted } })).text).not.toContain(planted);
    expect((await call(checkKey, { body: { api_key: planted.repeat(20) } })).text).not.toContain(planted);
    const tables = await database().pool.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name } of tables.rows) {
      const { rows } = await database().pool.query(`SELECT FROM ${name} AS row WHERE row::text LIKE '%planted%'`);
      expect(rows, name).toEqual([]);
    }
  });
});
