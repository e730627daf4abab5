import { randomUUID } from "node:crypto";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CALLS_A_MINUTE, hashToken, newToken, withinLimit } from "#lib/access/server/tokens/bearer.ts";
import { ensureUser } from "#lib/access/server/users.ts";
import type { Permission } from "#lib/platform/contract/permissions.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { anyRoute } from "#tools/test/any-route.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { jar } from "#tools/test/next-headers.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

let drop: () => Promise<void>;
let maker: string;

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  vi.stubEnv("DATABASE_URL", created.url);
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  vi.stubEnv("LOG_LEVEL", "silent");
  const user = await ensureUser({ email: "a@example.mx", name: "A", role: "admin", password: "correct horse battery" });
  maker = user.id;
});
afterAll(async () => {
  await database().close();
  await drop();
  vi.unstubAllEnvs();
});

let token: string;
let tokenId: string;
beforeEach(async () => {
  jar.clear();
  await change("users", "role = 'admin', disabled_at = NULL, must_change_password = false");
  [token, tokenId] = [newToken(), randomUUID()];
  await database().pool.query(
    `INSERT INTO service_tokens (id, hash, name, scopes, created_by, expires_at)
     VALUES ($1, $2, $3, '{verifications.read}', $4, now() + interval '1 day')`,
    [tokenId, hashToken(token), `token ${tokenId}`, maker],
  );
});

const change = (table: "users" | "service_tokens", to: string) => database().pool.query(`UPDATE ${table} SET ${to}`);

const handled = vi.fn(async (_call: object): Promise<unknown> => "done");
beforeEach(() => void handled.mockClear());

type CallOptions = { method?: string; authorization?: string; headers?: Record<string, string> };

async function calls(
  definition: { access: Permission | "public"; token?: true; audit?: "verifications.exported" },
  { method = "GET", authorization = `Bearer ${token}`, headers = {} }: CallOptions = {},
) {
  const request = new NextRequest("http://localhost:3000/api/things", {
    method,
    headers: { authorization, ...headers },
  });
  const response = await anyRoute(definition, handled)(request, { params: Promise.resolve({}) });
  const body = await response.json();
  return response.ok ? response.status : `${response.status} ${body.code}`;
}

const READ = { access: "verifications.read", token: true } as const;

describe("a route that takes service tokens", () => {
  it("answers a token with its permission, without a session or an origin, by the permissions of its creator", async () => {
    expect(await calls(READ)).toBe(200);
    expect(handled.mock.calls[0]?.[0]).toMatchObject({
      session: null,
      user: { id: maker, role: "admin" },
      actor: { user: null, token_id: tokenId },
    });
    expect(await calls(READ, { headers: { "sec-fetch-site": "cross-site" } })).toBe(200);
    expect(await calls(READ, { authorization: `bearer ${token}` })).toBe(200);
  });

  it.each([
    ["an unknown one", () => ({ authorization: `Bearer ${newToken()}` })],
    ["a text with its prefix", () => ({ authorization: "Bearer cot_" })],
    ["another kind of credentials", () => ({ authorization: "Basic Y290Xw==" })],
    ["no credentials", () => ({ authorization: "" })],
  ])("refuses %s", async (_what, given) => {
    expect(await calls(READ, given())).toBe("401 UNAUTHORIZED");
    expect(handled).not.toHaveBeenCalled();
  });

  it.each([
    ["a revoked one", "service_tokens", "revoked_at = now()"],
    ["an expired one", "service_tokens", "expires_at = now()"],
    ["one whose maker is disabled", "users", "disabled_at = now()"],
    ["one whose maker has to choose a password first", "users", "must_change_password = true"],
  ] as const)("refuses %s at the next call", async (_what, table, to) => {
    expect(await calls(READ)).toBe(200);
    await change(table, to);
    expect(await calls(READ)).toBe("401 UNAUTHORIZED");
  });

  it("refuses a permission that is no scope of the token, or that its creator no longer has", async () => {
    expect(await calls({ access: "audit.stream", token: true })).toBe("403 FORBIDDEN");
    await change("service_tokens", "scopes = '{audit.stream}'");
    expect(await calls({ access: "audit.stream", token: true })).toBe(200);
    await change("users", "role = 'support'");
    handled.mockClear();
    expect(await calls({ access: "audit.stream", token: true })).toBe("403 FORBIDDEN");
    expect(handled).not.toHaveBeenCalled();
    const { rows } = await database().pool.query(
      "SELECT action, user_id, token_id, after FROM audit_log ORDER BY id DESC LIMIT 1",
    );
    const after = { method: "GET", route: "/api/things", permission: "audit.stream" };
    expect(rows).toEqual([{ action: "access.denied", user_id: null, token_id: tokenId, after }]);
  });

  it("names the token as the actor of its entries", async () => {
    expect(await calls({ ...READ, audit: "verifications.exported" })).toBe(200);
    const { rows } = await database().pool.query(
      "SELECT outcome, user_id, user_email, token_id FROM audit_log ORDER BY id DESC LIMIT 2",
    );
    const entry = { user_id: null, user_email: null, token_id: tokenId };
    expect(rows).toEqual([
      { ...entry, outcome: "done" },
      { ...entry, outcome: "begun" },
    ]);
  });

  it("limits the calls of a token in a minute, and of no other token", async () => {
    const other = token;
    await change("service_tokens", "scopes = '{verifications.read}'");
    const id = randomUUID();
    const another = newToken();
    await database().pool.query(
      `INSERT INTO service_tokens (id, hash, name, scopes, created_by, expires_at)
       VALUES ($1, $2, 'busy', '{verifications.read}', $3, now() + interval '1 day')`,
      [id, hashToken(another), maker],
    );
    for (let call = 1; call < CALLS_A_MINUTE; call += 1) withinLimit(id);
    expect(await calls(READ, { authorization: `Bearer ${another}` })).toBe(200);
    expect(await calls(READ, { authorization: `Bearer ${another}` })).toBe("429 TOO_MANY_REQUESTS");
    expect(await calls(READ, { authorization: `Bearer ${other}` })).toBe(200);
  });

  it("records the last use once a minute", async () => {
    const lastUse = async () =>
      (await database().pool.query("SELECT last_used_at FROM service_tokens WHERE id = $1", [tokenId])).rows[0]
        .last_used_at;
    expect(await lastUse()).toBeNull();
    await calls(READ);
    const first = await lastUse();
    expect(first).not.toBeNull();
    await calls(READ);
    expect(await lastUse()).toBe(first);
    await change("service_tokens", "last_used_at = now() - interval '61 seconds'");
    const before = await lastUse();
    await calls(READ);
    expect((await lastUse()) > before).toBe(true);
  });
});

describe("any other route", () => {
  it.each(["GET", "POST", "DELETE"])("refuses a token for %s, whatever its scopes", async (method) => {
    expect(await calls({ access: "verifications.read" }, { method })).toBe("403 TOKEN_REFUSED");
    expect(await calls({ access: "public" }, { method })).toBe("403 TOKEN_REFUSED");
    expect(handled).not.toHaveBeenCalled();
  });
});
