import { NextRequest } from "next/server";
import { describe, expect, it, vi } from "vitest";
import { GET as listAudit } from "#app/api/audit/route.ts";
import { DELETE as acknowledge } from "#app/api/reveals/[reveal_id]/route.ts";
import { GET as listReveals } from "#app/api/reveals/route.ts";
import { GET as listVerifications } from "#app/api/verifications/route.ts";
import { MAX_TOKENS } from "#lib/access/contract/tokens/token.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, dashboardForEach, describeAdminRoutes, expectStoredNowhere } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import { DELETE } from "./[token_id]/route.ts";
import { GET, POST } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(async () => {
  await database().pool.query("DELETE FROM service_tokens");
});

/** The number of values of this reveal in the vault. */
const held = async (reveal_id: string) =>
  (await database().pool.query("SELECT FROM vault_secrets WHERE owner = $1", [reveal_id])).rowCount;

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
const token = (change: object = {}) => ({
  name: "Core system",
  scopes: ["verifications.read"],
  expires_at: inDays(30),
  ...change,
});

const make = (change: object = {}) => callRoute(POST, { body: token(change) });
const list = async () => (await callRoute(GET, { method: "GET" })).body.items;
const revoke = (token_id: string) => callRoute(DELETE, { method: "DELETE", params: { token_id } });

/** The status of a route that takes tokens, without a cookie. */
async function readBy(value: string): Promise<number> {
  jar.clear();
  const request = new NextRequest("http://localhost:3000/api/verifications", {
    headers: { authorization: `Bearer ${value}` },
  });
  return (await listVerifications(request, { params: Promise.resolve({}) })).status;
}

const UUID = "00000000-0000-4000-8000-000000000000";
describeAdminRoutes(
  [
    ["GET /api/tokens", GET, "GET", undefined, false],
    ["POST /api/tokens", POST, "POST", token(), true],
    ["DELETE /api/tokens/{id}", DELETE, "DELETE", undefined, true],
  ],
  { token_id: UUID },
  dashboard,
);

describe("a new token", () => {
  it("is answered once, held for the session until it is stored, and then kept as a hash alone", async () => {
    const { status, body } = await make();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      token_id: expect.any(String),
      token: expect.stringMatching(/^cot_[\w-]{43}$/),
      name: "Core system",
    });
    const reveals = (await callRoute(listReveals, { method: "GET" })).body.items;
    expect(reveals).toMatchObject([
      { kind: "service_token", subject_id: body.token_id, value: body.token, fingerprint: body.fingerprint },
    ]);
    expect(JSON.stringify(await list())).not.toContain(body.token);
    await expectStoredNowhere(body.token);
    expect(await held(body.reveal_id)).toBe(1);
    const params = { reveal_id: body.reveal_id };
    expect((await callRoute(acknowledge, { method: "DELETE", params })).status).toBe(204);
    expect((await callRoute(listReveals, { method: "GET" })).body.items).toEqual([]);
    expect(await held(body.reveal_id)).toBe(0);
  });

  it("is listed with its scopes, maker, end and last use", async () => {
    const { body } = await make({ scopes: ["decisions.read", "verifications.read"] });
    const [listed] = await list();
    expect(listed).toMatchObject({
      token_id: body.token_id,
      scopes: ["verifications.read", "decisions.read"],
      lacking: [],
      state: "active",
      created_by: { name: "admin", email: "admin@example.mx" },
      last_used_at: null,
    });
    expect(await readBy(body.token)).toBe(200);
    await dashboard().signInAs("admin");
    expect((await list())[0].last_used_at).not.toBeNull();
  });

  it.each([
    ["an end in the past", { expires_at: inDays(-1) }],
    ["an end too far away", { expires_at: inDays(367) }],
    ["a permission that no token may have", { scopes: ["keys.manage"] }],
  ])("is refused with %s", async (_what, change) => {
    expect(await make(change)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(await list()).toEqual([]);
  });

  it("is refused with a name in use, which is free again after a revocation", async () => {
    const { body } = await make();
    expect(await make()).toMatchObject({ status: 409, body: { code: "DUPLICATE_RESOURCE" } });
    expect((await revoke(body.token_id)).status).toBe(204);
    expect((await make()).status).toBe(201);
  });

  it("is refused beyond the maximum number of tokens, also for concurrent requests", async () => {
    await database().pool.query(
      `INSERT INTO service_tokens (id, hash, name, scopes, created_by, expires_at)
       SELECT gen_random_uuid(), n::text, 'token ' || n, '{verifications.read}', users.id, now() + interval '1 day'
       FROM generate_series(1, ${MAX_TOKENS - 1}) AS n, users WHERE role = 'admin'`,
    );
    const answers = await Promise.all(["a", "b", "c"].map((name) => make({ name })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await list()).toHaveLength(MAX_TOKENS);
  });
});

describe("a revocation", () => {
  it("refuses the next call and deletes the held value", async () => {
    const { body } = await make();
    expect(await readBy(body.token)).toBe(200);
    await dashboard().signInAs("admin");
    expect((await revoke(body.token_id)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(await readBy(body.token)).toBe(401);
    await dashboard().signInAs("admin");
    expect(await revoke(body.token_id)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(await held(body.reveal_id)).toBe(0);
  });
});

it("the list shows the scopes that a token lacks since its maker's role changed", async () => {
  await make({ scopes: ["verifications.read", "audit.stream"] });
  const { pool } = database();
  await dashboard().signInAs("compliance");
  try {
    await pool.query("UPDATE users SET role = 'support' WHERE email = 'admin@example.mx'");
    await pool.query("UPDATE users SET role = 'admin' WHERE email = 'compliance@example.mx'");
    expect(await list()).toMatchObject([{ state: "active", lacking: ["audit.stream"] }]);
    await pool.query("UPDATE users SET disabled_at = now() WHERE email = 'admin@example.mx'");
    expect(await list()).toMatchObject([{ state: "powerless" }]);
    await pool.query("UPDATE service_tokens SET expires_at = now()");
    expect(await list()).toMatchObject([{ state: "expired" }]);
  } finally {
    await pool.query("UPDATE users SET role = 'compliance' WHERE email = 'compliance@example.mx'");
    await pool.query("UPDATE users SET role = 'admin', disabled_at = NULL WHERE email = 'admin@example.mx'");
  }
});

it("the trail has the scopes and the name of a token, and never the token", async () => {
  const { body } = await make();
  await revoke(body.token_id);
  const { items } = (await callRoute(listAudit, { method: "GET" })).body;
  const own = items.filter(({ action }: { action: string }) => action.startsWith("service_token."));
  expect(own.slice(0, 2)).toMatchObject([
    { action: "service_token.revoked", ids: { token_id: body.token_id }, before: { name: "Core system" } },
    { action: "service_token.created", ids: { token_id: body.token_id }, after: { scopes: ["verifications.read"] } },
  ]);
  expect(JSON.stringify(items)).not.toContain(body.token);
});
