import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetExpired } from "#lib/core/server/vault/reveals.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { create, currentId, dashboard, get, remove, reveals, UNKNOWN_ID, withOneKey } from "#tools/test/api-keys.ts";
import { type AdminRoute, callRoute, describeAdminRoutes, expectStoredNowhere } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import { DELETE as deleteKey } from "./api-keys/[api_key_id]/route.ts";
import { POST as createKey, GET as listKeys } from "./api-keys/route.ts";
import { POST as adoptKey } from "./key-adoptions/route.ts";
import { POST as checkKey } from "./key-checks/route.ts";
import { POST as finish } from "./key-replacements/[replacement_id]/finish/route.ts";
import { POST as createKeyAgain } from "./key-replacements/[replacement_id]/mint/route.ts";
import { DELETE as cancel } from "./key-replacements/[replacement_id]/route.ts";
import { POST as markSwitched, DELETE as takeBack } from "./key-replacements/[replacement_id]/switched/route.ts";
import { GET as listReplacements, POST as rotateElsewhere } from "./key-replacements/route.ts";
import { DELETE as acknowledge } from "./reveals/[reveal_id]/route.ts";
import { GET as listReveals } from "./reveals/route.ts";
import { POST as resume } from "./rotations/[rotation_id]/resume/route.ts";
import { GET as listRotations, POST as startRotation } from "./rotations/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

withOneKey();

const ROUTES: AdminRoute[] = [
  ["GET /api/api-keys", listKeys, "GET", undefined, false],
  ["POST /api/api-keys", createKey, "POST", { id: "Backend" }, true],
  ["DELETE /api/api-keys/{id}", deleteKey, "DELETE", undefined, true],
  ["POST /api/key-checks", checkKey, "POST", { api_key: "svc_sk_live_1" }, false],
  ["POST /api/key-adoptions", adoptKey, "POST", { api_key: "svc_sk_live_1" }, true],
  ["GET /api/key-replacements", listReplacements, "GET", undefined, false],
  ["POST /api/key-replacements", rotateElsewhere, "POST", { old_key_id: "ak_nobody" }, true],
  ["DELETE /api/key-replacements/{id}", cancel, "DELETE", undefined, true],
  ["POST /api/key-replacements/{id}/mint", createKeyAgain, "POST", { instead_of: null }, true],
  ["POST /api/key-replacements/{id}/finish", finish, "POST", undefined, true],
  ["POST /api/key-replacements/{id}/switched", markSwitched, "POST", undefined, false],
  ["DELETE /api/key-replacements/{id}/switched", takeBack, "DELETE", undefined, false],
  ["GET /api/reveals", listReveals, "GET", undefined, false],
  ["DELETE /api/reveals/{id}", acknowledge, "DELETE", undefined, false],
  ["GET /api/rotations", listRotations, "GET", undefined, false],
  ["POST /api/rotations", startRotation, "POST", undefined, true],
  ["POST /api/rotations/{id}/resume", resume, "POST", undefined, true],
];
const PARAMS = { api_key_id: "ak_nobody", reveal_id: UNKNOWN_ID, rotation_id: UNKNOWN_ID, replacement_id: UNKNOWN_ID };

describeAdminRoutes(ROUTES, PARAMS, dashboard);

describe("the list", () => {
  it("shows the service's report, and marks the dashboard's key", async () => {
    await create("Backend");
    const { status, body } = await get(listKeys);
    expect([status, body.current_known]).toEqual([200, true]);
    expect(body.items).toMatchObject([
      { name: "cotejo-dashboard", current: true, rotating: false, fingerprint: null },
      { id: expect.stringMatching(/^ak_/), name: "Backend", current: false, other_fields: { permission: "full" } },
    ]);
    expect(body.items[1].fingerprint).toMatch(/^[0-9a-f]{12}$/);
  });

  it("states the obstacle", async () => {
    await dashboard().fault({ kind: "status", status: 403, path: "/api-keys" });
    expect((await get(listKeys)).body.code).toBe("SERVICE_FORBIDDEN");
  });
});

describe("a new key", () => {
  it("is shown once, works, and is kept for this session only until it is acknowledged", async () => {
    const { status, body } = await create("Backend");
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: expect.stringMatching(/^ak_/), name: "Backend", fingerprint: expect.any(String) });
    expect((await dashboard().service.call("GET", "/api-keys", { key: body.api_key })).status).toBe(200);
    expect(await reveals()).toMatchObject([{ id: body.reveal_id, value: body.api_key, subject_id: body.id }]);

    const mine = new Map(jar);
    await dashboard().signInAs("admin");
    expect(await reveals()).toEqual([]);
    const params = { reveal_id: body.reveal_id };
    expect((await callRoute(acknowledge, { method: "DELETE", params })).status).toBe(404);

    for (const [name, cookie] of mine) jar.set(name, cookie);
    expect((await callRoute(acknowledge, { method: "DELETE", params })).status).toBe(204);
    expect(await reveals()).toEqual([]);
    expect((await callRoute(acknowledge, { method: "DELETE", params })).status).toBe(404);
    const { rows } = await database().pool.query("SELECT FROM vault_secrets WHERE owner = $1", [body.reveal_id]);
    expect(rows).toEqual([]);
  });

  it("is deleted after ten minutes without acknowledgement", async () => {
    const { body } = await create("Backend");
    await database().pool.query("UPDATE reveals SET expires_at = now()");
    expect(await reveals()).toEqual([]);
    await forgetExpired();
    const { rows } = await database().pool.query("SELECT FROM vault_secrets WHERE owner = $1", [body.reveal_id]);
    expect(rows).toEqual([]);
    expect((await get(listKeys)).body.items[1].fingerprint).toBe(body.fingerprint);
  });

  it.each([[{}], [{ id: "" }], [{ id: "a\u0000b" }], [{ id: "x".repeat(201) }], [{ id: "a", more: 1 }], [[]], [null]])(
    "is not requested with %j",
    async (body) => {
      expect((await callRoute(createKey, { body })).body.code).toBe("VALIDATION_ERROR");
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
    await dashboard().fault({ ...fault, method: "POST", count: 1 });
    const calls = await dashboard().countCalls("/api-keys", "POST");
    const { status, body } = await create("Backend");
    expect([status, body.code]).toEqual([502, "OUTCOME_UNKNOWN"]);
    expect(await calls()).toBe(0);
    await dashboard().clearFaults();
  });

  it.each([401, 403, 404])("is refused with %d", async (status) => {
    await dashboard().fault({ kind: "status", status, method: "POST", count: 2 });
    expect((await create("Backend")).body.code).toMatch(/SERVICE_UNAUTHORIZED|SERVICE_FORBIDDEN|NOT_FOUND/);
  });
});

describe("deleting", () => {
  it("a key deletes it", async () => {
    const { body } = await create("Backend");
    expect((await remove(body.id)).status).toBe(204);
    expect((await dashboard().service.call("GET", "/api-keys", { key: body.api_key })).status).toBe(401);
    expect((await remove(body.id)).body.code).toBe("NOT_FOUND");
    expect(await reveals(), "a value that is of no use any more").toEqual([]);
  });

  it("the current or last one is refused, without a call to the service", async () => {
    const calls = await dashboard().countCalls("/api-keys/*", "DELETE");
    const id = await currentId();
    expect((await remove(id)).body.code).toBe("CONFLICT");
    await create("Backend");
    expect((await remove(id)).body.code).toBe("CONFLICT");
    expect(await calls()).toBe(0);
  });

  it("waits until an admin has named the dashboard's key", async () => {
    const { body } = await create("Backend");
    await database().pool.query("UPDATE dashboard_keys SET service_key_id = NULL");
    expect((await remove(body.id)).body.code).toBe("CURRENT_KEY_UNKNOWN");
    expect((await get(listKeys)).body.current_known).toBe(false);
  });

  it.each(["..", "%2e%2e", "a\u0000b", "x".repeat(201)])("an invalid id (%j) finds no key", async (id) => {
    expect((await remove(id)).body.code).toBe("NOT_FOUND");
  });
});

describe("when the dashboard's key was revoked at the service", () => {
  const adopt = async (body: object) => (await callRoute(adoptKey, { body })).body;
  let spare: string;

  beforeEach(async () => {
    spare = (await create(`Spare ${Math.random()}`)).body.api_key;
    await dashboard().service.query("DELETE FROM sandbox.api_key WHERE id = $1", [await currentId()]);
  });

  it("an admin enters another one and vouches for it, since no known file could prove it", async () => {
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

  it("with the revoked key still in SVC_API_KEY, that key is refused too", async () => {
    expect(await adopt({})).toEqual({ outcome: "refused", reason: "not_accepted" });
    await adopt({ api_key: spare, confirmed: true });
  });
});

describe("a pasted key", () => {
  it.each([
    ["check", checkKey],
    ["take over", adoptKey],
  ])(
    "to %s gets a message that names its unsendable character, and reveals no other part of it",
    async (_what, route) => {
      const calls = await dashboard().countCalls("/api-keys*");
      for (const [character, name] of [
        ["\u200b", "U+200B ZERO WIDTH SPACE"],
        ["\n", "U+000A LINE FEED"],
        ["е", "U+0435"],
      ]) {
        const { status, body } = await callRoute(route, { body: { api_key: ` svc_sk${character}_live_12345678 ` } });
        expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
        expect(body.message).toBe(`Invalid api_key: character 7 is ${name}, which cannot be sent.`);
      }
      expect(await calls()).toBe(0);
    },
  );

  const check = async (api_key: string) => (await callRoute(checkKey, { body: { api_key } })).body.result;

  it("is valid, is invalid, or stays unknown", async () => {
    const { body } = await create("Backend");
    expect(await check(` ${body.api_key}\n`)).toBe("works");
    const { fingerprint } = (await callRoute(checkKey, { body: { api_key: body.api_key } })).body;
    expect(fingerprint).toBe(body.fingerprint);
    expect(await check("svc_sk_live_nobody")).toBe("invalid");
    await dashboard().fault({ kind: "status", status: 403 });
    expect(await check(body.api_key)).toBe("forbidden");
    await dashboard().fault({ kind: "status", status: 500, count: 3 });
    expect(await check(body.api_key)).toBe("unknown");
  });

  it("is stored nowhere, and no answer repeats it", async () => {
    const planted = "svc_sk_live_planted_0123456789abcdef";
    const { text } = await callRoute(checkKey, { body: { api_key: planted } });
    expect(text).not.toContain(planted);
    expect((await callRoute(checkKey, { body: { api_key: planted, planted } })).text).not.toContain(planted);
    expect((await callRoute(checkKey, { body: { api_key: planted.repeat(20) } })).text).not.toContain(planted);
    await expectStoredNowhere("planted");
  });
});
