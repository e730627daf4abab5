import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { GET as callback } from "#app/api/session/oidc/callback/route.ts";
import { GET as begin } from "#app/api/session/oidc/route.ts";
import { DELETE as signOut } from "#app/api/session/route.ts";
import { sessionCookie } from "#lib/access/server/session.ts";
import { findSession } from "#lib/access/server/sessions.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, type Handler } from "#tools/test/call-route.ts";
import type { TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import {
  CLIENT,
  followProvider,
  newSubject,
  type OpenIdProvider,
  otherKey,
  signToken,
  unsigned,
} from "#tools/test/openid-provider.ts";
import { startWithProvider } from "#tools/test/provider-dashboard.ts";
import { POST as logout } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const ORIGIN = "http://localhost:3000";
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
let provider: OpenIdProvider;
let dashboard: TestDashboard;

beforeAll(async () => {
  ({ provider, dashboard } = await startWithProvider({ roles: { officers: "compliance" }, logout: false }));
});
afterAll(() => dashboard.end());
beforeEach(() => jar.clear());

type ProviderSession = { token: string; sub: string; sid: string };

/** Signs a person in, in a new browser. */
async function signIn(sub = newSubject()): Promise<ProviderSession> {
  jar.clear();
  provider.people.set(sub, { sub, email: `${sub}@example.mx`, groups: ["officers"] });
  provider.present = sub;
  const { headers } = await callRoute(begin, { method: "GET" });
  const back = await followProvider(headers.get("location") ?? "", ORIGIN);
  await callRoute(callback, { method: "GET", search: back.search });
  const token = (await sessionCookie()).id ?? expect.unreachable();
  const { idHash } = (await findSession(token)) ?? expect.unreachable();
  const { rows } = await database().pool.query("SELECT provider_session FROM sessions WHERE id_hash = $1", [idHash]);
  return { token, sub, sid: rows[0].provider_session };
}

/** A request of the provider's server: a form, without cookie or browser headers. */
async function tell(logout_token: string): Promise<number> {
  const request = new NextRequest(`${ORIGIN}/api/session/oidc/logout`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ logout_token }).toString(),
  });
  return (await (logout as Handler)(request, { params: Promise.resolve({}) })).status;
}

const isOpen = async ({ token }: ProviderSession) => (await findSession(token)) !== null;
const claimsOf = ({ sub, sid }: Partial<ProviderSession>) => ({
  iss: provider.issuer,
  aud: CLIENT.id,
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 120,
  jti: newSubject(),
  events: { [EVENT]: {} },
  sub,
  sid,
});

it("ends the session that the provider's own token names, once, and no other", async () => {
  const one = await signIn();
  const other = await signIn(one.sub);
  const stranger = await signIn();
  expect(one.sid).not.toBe(other.sid);
  const token = await provider.logOut(one.sub, one.sid);
  expect(await tell(token)).toBe(200);
  expect([await isOpen(one), await isOpen(other), await isOpen(stranger)]).toEqual([false, true, true]);
  expect(await tell(token)).toBe(400);
  const { rows } = await database().pool.query(
    "SELECT after, user_id FROM audit_log WHERE action = 'session.ended' ORDER BY id",
  );
  expect(rows).toEqual([{ after: { by: "provider" }, user_id: null }]);
});

it("ends all sessions of a person whom it names without a session, except those begun by password", async () => {
  const one = await signIn();
  const other = await signIn(one.sub);
  await dashboard.signInAs("support");
  const byPassword = (await sessionCookie()).id ?? "";
  expect(await tell(provider.sign(claimsOf({ sub: one.sub })))).toBe(200);
  expect([await isOpen(one), await isOpen(other)]).toEqual([false, false]);
  expect(await findSession(byPassword)).not.toBeNull();
});

it("refuses what is no logout token of this provider for this client", async () => {
  const came = await signIn();
  const right = claimsOf(came);
  const now = right.iat;
  const { sub: _sub, sid: _sid, ...ofNobody } = right;
  const wrong: [string, string][] = [
    ["no signature", unsigned(right)],
    ["another key", signToken(right, { kid: "first" }, otherKey())],
    ["an unknown key", provider.sign(right, { kid: "second" })],
    ["another algorithm than the key's", provider.sign(right, { alg: "ES256" })],
    ["a shared secret's algorithm", provider.sign(right, { alg: "HS256" })],
    ["the type of an access token", provider.sign(right, { typ: "at+jwt" })],
    ["a critical header", provider.sign(right, { crit: ["exp"] })],
    ["another issuer", provider.sign({ ...right, iss: "https://login.example.com" })],
    ["another audience", provider.sign({ ...right, aud: ["another"] })],
    ["an old issue time", provider.sign({ ...right, iat: now - 3_600 })],
    ["an issue time in the future", provider.sign({ ...right, iat: now + 3_600 })],
    ["an expired token", provider.sign({ ...right, exp: now - 300 })],
    ["no id", provider.sign({ ...right, jti: undefined })],
    ["another event", provider.sign({ ...right, events: { "http://example.com/event": {} } })],
    ["a nonce", provider.sign({ ...right, nonce: "n" })],
    ["no subject", provider.sign(ofNobody)],
    ["no token", "a.b.c"],
  ];
  for (const [what, token] of wrong) expect(await tell(token), what).toBe(400);
  expect(await isOpen(came)).toBe(true);
  expect(await tell(provider.sign(right))).toBe(200);
  expect(await isOpen(came)).toBe(false);
});

it("leaves a sign-out to Cotejo alone where the provider has no address for it", async () => {
  const one = await signIn();
  expect((await callRoute(signOut, { method: "DELETE" })).status).toBe(204);
  expect(await isOpen(one)).toBe(false);
});

it("refuses JSON from browsers", async () => {
  expect((await callRoute(logout, { body: { logout_token: "x" } })).status).toBe(400);
});
