import { describe, expect, it, vi } from "vitest";
import { fingerprintOf } from "#lib/core/server/vault/reveals.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { type AdminRoute, callRoute, describeAdminRoutes, expectStoredNowhere } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import {
  atService,
  create,
  dashboard,
  FIELDS,
  fault,
  get,
  list,
  of,
  reveals,
  SECRET,
  withoutWebhooks,
} from "#tools/test/webhooks.ts";
import { POST as connectReceiver } from "./receiver/route.ts";
import { DELETE as acknowledge } from "./reveals/[reveal_id]/route.ts";
import { POST as moveOn } from "./webhooks/[webhook_id]/replacement/moves/route.ts";
import { POST as createReplacementWebhook, GET as getReplacement } from "./webhooks/[webhook_id]/replacement/route.ts";
import { DELETE as deleteWebhook, GET as getWebhook, PUT as updateWebhook } from "./webhooks/[webhook_id]/route.ts";
import { POST as createWebhook, GET as listWebhooks } from "./webhooks/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

withoutWebhooks();

const ROUTES: AdminRoute[] = [
  ["GET /api/webhooks", listWebhooks, "GET", undefined, false],
  ["POST /api/webhooks", createWebhook, "POST", FIELDS, true],
  ["GET /api/webhooks/{id}", getWebhook, "GET", undefined, false],
  ["PUT /api/webhooks/{id}", updateWebhook, "PUT", { description: "x" }, true],
  ["DELETE /api/webhooks/{id}", deleteWebhook, "DELETE", undefined, true],
  ["GET /api/webhooks/{id}/replacement", getReplacement, "GET", undefined, false],
  ["POST /api/webhooks/{id}/replacement", createReplacementWebhook, "POST", undefined, true],
  ["POST /api/webhooks/{id}/replacement/moves", moveOn, "POST", { move: "stored" }, true],
];

describeAdminRoutes(ROUTES, of("wh_nobody"), dashboard);

describe("the list", () => {
  it("shows each webhook as the service reports it, with its owner and problems, and no secret", async () => {
    const own = (await callRoute(connectReceiver)).body.webhook_id;
    const made = await create();
    const bad = await create({ url: "https://10.0.0.7/x", description: "" });
    await dashboard().service.query("UPDATE sandbox.webhook SET enabled = false, events = '{}' WHERE id = $1", [
      bad.id,
    ]);
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

  it("names events outside the catalogue", async () => {
    const { id } = await create();
    await dashboard().service.query("UPDATE sandbox.webhook SET events = '{verification.v9.created}' WHERE id = $1", [
      id,
    ]);
    expect(await get(id)).toMatchObject({ problems: ["unknown_events"], unknown_events: ["verification.v9.created"] });
  });

  it("states the obstacle", async () => {
    await fault("status", "GET", { status: 403 });
    expect((await callRoute(listWebhooks, { method: "GET" })).body.code).toBe("SERVICE_FORBIDDEN");
    expect((await callRoute(getWebhook, { method: "GET", params: of("wh_nobody") })).body.code).toBe("NOT_FOUND");
  });
});

describe("a new webhook", () => {
  it("shows its secret once, and keeps it for this session only until it is acknowledged", async () => {
    const made = await create();
    expect(made).toMatchObject({ ...FIELDS, secret: expect.stringMatching(SECRET), name: "Billing" });
    expect(made.fingerprint).toBe(fingerprintOf(made.secret));
    expect(await atService()).toMatchObject([{ id: made.id, secret: made.secret }]);
    expect(await reveals()).toMatchObject([{ kind: "webhook_secret", subject_id: made.id, value: made.secret }]);

    const mine = new Map(jar);
    await dashboard().signInAs("admin");
    expect(await reveals()).toEqual([]);

    for (const [name, cookie] of mine) jar.set(name, cookie);
    const params = { reveal_id: made.reveal_id ?? "" };
    expect((await callRoute(acknowledge, { method: "DELETE", params })).status).toBe(204);
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
  ])("is not requested with %j", async (body) => {
    expect((await callRoute(createWebhook, { body })).body.code).toBe("VALIDATION_ERROR");
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

  it("with its answer lost twice is reported as unknown, and its webhook as having an unknown secret", async () => {
    const before = await create();
    await fault("lost", "POST", { count: 2 });
    const { status, body } = await callRoute(createWebhook, { body: FIELDS });
    expect([status, body.code]).toEqual([502, "OUTCOME_UNKNOWN"]);
    const items = await list();
    expect(items.map(({ id, problems }) => [id === before.id, problems])).toEqual([
      [true, []],
      [false, ["secret_unknown"]],
    ]);
    const again = await create();
    expect((await get(again.id)).problems).toEqual([]);
  });

  it("leaves a similar webhook of another system alone", async () => {
    const { body: theirs } = await dashboard().service.call("POST", "/v2/webhooks", { body: FIELDS });
    await fault("lost", "POST");
    const made = await create();
    expect((await atService()).map(({ id }) => id).toSorted()).toEqual([theirs.id, made.id].toSorted());
  });

  it.each([401, 403])("refused with %d leaves no attempt to resolve", async (status) => {
    await fault("status", "POST", { status, count: 2 });
    expect((await callRoute(createWebhook, { body: FIELDS })).body.code).toMatch(
      /SERVICE_UNAUTHORIZED|SERVICE_FORBIDDEN/,
    );
    expect((await database().pool.query("SELECT FROM creation_attempts")).rows).toEqual([]);
  });

  it("has its secret in the clear in no table and no log", async () => {
    const { secret } = await create();
    await expectStoredNowhere(secret);
  });
});
