import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { DELETE as signOut } from "#app/api/session/route.ts";
import { sessionCookie } from "#lib/access/server/session.ts";
import { findSession } from "#lib/access/server/sessions.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, expectStoredNowhere } from "#tools/test/call-route.ts";
import type { TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { CLIENT, followProvider, newSubject, type OpenIdProvider } from "#tools/test/openid-provider.ts";
import { startWithProvider } from "#tools/test/provider-dashboard.ts";
import { GET as callback } from "./callback/route.ts";
import { GET as begin } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const ORIGIN = "http://localhost:3000";
let provider: OpenIdProvider;
let dashboard: TestDashboard;

beforeAll(async () => {
  ({ provider, dashboard } = await startWithProvider({ roles: { officers: "compliance" } }));
});
afterAll(() => dashboard.end());
beforeEach(() => {
  jar.clear();
  provider.away = false;
  provider.tamper = null;
});

/** Signs a person in, in a new browser; returns the browser's cookies at the provider, and the ID token. */
async function signIn(more: Record<string, unknown> = {}) {
  jar.clear();
  const sub = newSubject();
  provider.people.set(sub, { sub, email: `${sub}@example.mx`, groups: ["officers"] });
  provider.present = sub;
  let idToken = "";
  provider.tamper = ({ claims }) => {
    idToken = provider.sign({ ...claims, ...more });
    return idToken;
  };
  const cookies = new Map<string, string>();
  const { headers } = await callRoute(begin, { method: "GET" });
  const back = await followProvider(headers.get("location") ?? "", ORIGIN, cookies);
  await callRoute(callback, { method: "GET", search: back.search });
  const token = (await sessionCookie()).id ?? expect.unreachable();
  expect(await findSession(token)).not.toBeNull();
  return { token, cookies, idToken };
}

/** Opens the address as the browser does, and confirms; returns the address to which the provider leads. */
async function leave(url: string, cookies: Map<string, string>) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const page = await fetch(url, { headers: { cookie }, redirect: "manual" });
  const html = await page.text();
  const [, action = expect.unreachable()] = /action="([^"]+)"/.exec(html) ?? [];
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(html) ?? [];
  const confirmed = await fetch(action, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ xsrf, logout: "yes" }),
    redirect: "manual",
  });
  return confirmed.headers.get("location");
}

it("ends the session here, then the provider's, and comes back to the sign-in page", async () => {
  const { token, cookies, idToken } = await signIn();
  const { status, body, headers } = await callRoute(signOut, { method: "DELETE" });
  expect([status, headers.get("clear-site-data")]).toEqual([200, '"cache", "storage"']);
  expect(await findSession(token)).toBeNull();
  const address = new URL(body.url);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: CLIENT.id,
    id_token_hint: idToken,
    post_logout_redirect_uri: `${ORIGIN}/login`,
  });
  expect(await leave(body.url, cookies)).toBe(`${ORIGIN}/login`);
  // The provider asks for the person again.
  provider.present = null;
  const { headers: again } = await callRoute(begin, { method: "GET" });
  await expect(followProvider(again.get("location") ?? "", ORIGIN, cookies)).rejects.toThrow("Continue");
});

it("stores the ID token sealed, until the session has ended", async () => {
  const kept = async () =>
    (await database().pool.query("SELECT count(*) FROM sessions WHERE id_token IS NOT NULL")).rows[0].count;
  await database().pool.query("UPDATE sessions SET revoked_at = now()");
  const first = await signIn();
  expect(await kept()).toBe(1);
  await expectStoredNowhere(first.idToken.split(".")[1] ?? expect.unreachable());
  await callRoute(signOut, { method: "DELETE" });
  expect(await kept()).toBe(0);
  // Sessions that end in another way lose theirs at the next sign-in.
  await signIn();
  await database().pool.query("UPDATE sessions SET revoked_at = now()");
  await signIn();
  expect(await kept()).toBe(1);
});

it("leads to the provider without an ID token that is too long for an address", async () => {
  await signIn({ long: "x".repeat(6_000) });
  const { body } = await callRoute(signOut, { method: "DELETE" });
  expect(new URL(body.url).searchParams.has("id_token_hint")).toBe(false);
});

it("works as without a provider while it does not answer, and for a session by password", async () => {
  const { token } = await signIn();
  provider.away = true;
  expect((await callRoute(signOut, { method: "DELETE" })).status).toBe(204);
  expect(await findSession(token)).toBeNull();
  provider.away = false;
  await dashboard.signInAs("support");
  expect((await callRoute(signOut, { method: "DELETE" })).status).toBe(204);
  expect((await callRoute(signOut, { method: "DELETE" })).status).toBe(204);
});
