import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as readAccount } from "#app/api/account/route.ts";
import { GET as callback } from "#app/api/session/oidc/callback/route.ts";
import { GET as begin } from "#app/api/session/oidc/route.ts";
import { POST as signInByPassword } from "#app/api/session/route.ts";
import { POST as stepUpByPassword } from "#app/api/session/step-up/route.ts";
import { PUT as passwordsOff, DELETE as passwordsOn, GET as readPasswords } from "#app/api/settings/passwords/route.ts";
import { PATCH as changeUser } from "#app/api/users/[user_id]/route.ts";
import { POST as addUser, GET as listUsers } from "#app/api/users/route.ts";
import { sessionCookie } from "#lib/access/server/session.ts";
import { findSession } from "#lib/access/server/sessions.ts";
import { INCIDENTS } from "#lib/outbound/server/notices/alerts/acts.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { callRoute, type Handler } from "#tools/test/call-route.ts";
import type { TestDashboard } from "#tools/test/dashboard.ts";
import { jar } from "#tools/test/next-headers.ts";
import { followProvider, newSubject, type OpenIdProvider } from "#tools/test/openid-provider.ts";
import { startWithProvider } from "#tools/test/provider-dashboard.ts";
import { USUAL_THRESHOLDS } from "#tools/test/usual-thresholds.ts";
import { POST as link, DELETE as unlink } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const ORIGIN = "http://localhost:3000";
const PASSWORD = "correct horse battery";
let provider: OpenIdProvider;
let dashboard: TestDashboard;

beforeAll(async () => {
  ({ provider, dashboard } = await startWithProvider());
});
afterAll(() => dashboard.end());
beforeEach(async () => {
  await sql("TRUNCATE provider_identities, passwords_off, sessions, throttles");
  jar.clear();
  provider.tamper = null;
});

const sql = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;
const here = async () => findSession((await sessionCookie()).id ?? "");

function arrive(sub = newSubject()): string {
  provider.people.set(sub, { sub, email: `${sub}@example.mx`, name: "Rosa Díaz" });
  provider.present = sub;
  return sub;
}

async function comeFrom(address: string): Promise<string> {
  const back = await followProvider(address, ORIGIN);
  const answer = await callRoute(callback, { method: "GET", search: back.search });
  return answer.headers.get("location") ?? "";
}
const signIn = async () => comeFrom((await callRoute(begin, { method: "GET" })).headers.get("location") ?? "");
const linkMine = async () => comeFrom((await callRoute(link)).body.url);
const byPassword = (email = "admin@example.mx") => callRoute(signInByPassword, { body: { email, password: PASSWORD } });
const idOf = async (email: string) => (await sql("SELECT id FROM users WHERE email = $1", [email]))[0].id as string;

describe("a person without a role", () => {
  it("gets an account and can't enter until an admin has given a role", async () => {
    const sub = arrive();
    expect(await signIn()).toBe("/login?problem=no_role");
    expect(await here()).toBeNull();
    await dashboard.signInAs("admin");
    const { items } = (await callRoute(listUsers, { method: "GET" })).body;
    const listed = items.find(({ email }: { email: string }) => email === `${sub}@example.mx`);
    expect(listed).toMatchObject({ role: "none", state: "no_role", ways: ["provider"] });
    const change = { method: "PATCH", params: { user_id: listed.id }, body: { role: "compliance" } };
    expect((await callRoute(changeUser as unknown as Handler, change)).status).toBe(200);
    jar.clear();
    expect(await signIn()).not.toContain("problem");
    expect((await here())?.user.role).toBe("compliance");
  });
});

describe("linking an account", () => {
  it("is done by its signed-in person alone, after a step-up, and the provider then signs them in", async () => {
    const sub = arrive();
    await dashboard.signInAs("support");
    await sql("UPDATE sessions SET authenticated_at = now() - interval '1 hour'");
    expect((await callRoute(link)).body.code).toBe("STEP_UP_REQUIRED");
    expect((await callRoute(link, { headers: { "sec-fetch-site": "cross-site" } })).body.code).toBe("CSRF_REFUSED");
    await sql("UPDATE sessions SET authenticated_at = now()");
    expect(await linkMine()).toBe("/account");
    expect((await callRoute(readAccount, { method: "GET" })).body).toMatchObject({
      ways: ["password", "provider"],
      provider: { linked_at: expect.any(String) },
    });
    jar.clear();
    provider.people.set(sub, { sub });
    expect(await signIn()).not.toContain("problem");
    expect((await here())?.user.email).toBe("support@example.mx");
    expect(await sql("SELECT user_email FROM audit_log WHERE action = 'provider.linked'")).toEqual([
      { user_email: "support@example.mx" },
    ]);
  });

  it("is refused where either side is linked already, and in a session that did not begin it", async () => {
    arrive();
    await dashboard.signInAs("support");
    await linkMine();
    expect(await linkMine()).toBe("/account?problem=linked_elsewhere");
    await dashboard.signInAs("compliance");
    expect(await linkMine()).toBe("/account?problem=linked_elsewhere");
    arrive();
    const { url } = (await callRoute(link)).body;
    await dashboard.signInAs("admin");
    expect(await comeFrom(url)).toBe("/account?problem=signed_out");
    expect(await sql("SELECT count(*) FROM provider_identities")).toEqual([{ count: 1 }]);
  });

  it("is undone by its person, unless the provider is the only way to sign in", async () => {
    arrive();
    await dashboard.signInAs("support");
    await linkMine();
    expect((await callRoute(unlink, { method: "DELETE" })).status).toBe(204);
    expect((await callRoute(unlink, { method: "DELETE" })).body.code).toBe("NOT_FOUND");
    await linkMine();
    await sql("UPDATE users SET password_hash = NULL WHERE email = 'support@example.mx'");
    expect((await callRoute(unlink, { method: "DELETE" })).body.code).toBe("CONFLICT");
    await sql("UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'admin@example.mx')");
  });
});

describe("switching passwords off", () => {
  /** An admin who signed in through the provider. */
  async function adminByProvider(): Promise<string> {
    arrive();
    await dashboard.signInAs("admin");
    await linkMine();
    jar.clear();
    await signIn();
    return idOf("admin@example.mx");
  }
  const off = async (user_id: string) => callRoute(passwordsOff, { method: "PUT", body: { user_id } });

  it("needs an admin who signed in through the provider, and an admin who keeps a password", async () => {
    await dashboard.signInAs("admin");
    expect((await off(await idOf("admin@example.mx"))).body.code).toBe("CONFLICT");
    await adminByProvider();
    expect((await off(await idOf("support@example.mx"))).body.code).toBe("VALIDATION_ERROR");
    expect((await callRoute(readPasswords, { method: "GET" })).body).toEqual({ provider: provider.issuer, off: null });
  });

  it("leaves one password, ends the sessions of others, and refuses further passwords and links", async () => {
    await dashboard.signInAs("compliance");
    const other = (await sessionCookie()).id ?? "";
    const admin = await adminByProvider();
    expect((await off(admin)).status).toBe(200);
    expect(await findSession(other)).toBeNull();
    expect((await callRoute(addUser, { body: { email: "n@example.mx", name: "N", role: "support" } })).body.code).toBe(
      "PASSWORDS_OFF",
    );
    const demoted = { method: "PATCH", params: { user_id: admin }, body: { disabled: true } };
    await sql("UPDATE users SET role = 'admin' WHERE email = 'support@example.mx'");
    expect((await callRoute(changeUser as unknown as Handler, demoted)).body.code).toMatch(/BREAK_GLASS|LAST_ADMIN/);
    jar.clear();
    // The same answer as for a wrong password: it does not reveal which account keeps its password.
    expect((await byPassword("compliance@example.mx")).body.code).toBe("UNAUTHORIZED");
    expect(await sql("SELECT after FROM audit_log WHERE action = 'session.refused' ORDER BY id DESC LIMIT 1")).toEqual([
      { after: { reason: "passwords_off" } },
    ]);
    await sql("UPDATE users SET role = 'support' WHERE email = 'support@example.mx'");
  });

  it("tells the admins when the one password is used, and is switched back", async () => {
    const admin = await adminByProvider();
    await off(admin);
    jar.clear();
    expect((await byPassword()).status).toBe(200);
    const since = "2026-01-01T00:00:00.000000Z";
    const used = INCIDENTS.find(({ kind }) => kind === "break_glass_used");
    const found = await used?.find(database().pool, { since, begun: since, thresholds: USUAL_THRESHOLDS });
    expect(found).toMatchObject([{ caused_by: admin, facts: { user_id: admin } }]);
    expect((await callRoute(stepUpByPassword, { body: { password: PASSWORD } })).status).toBe(204);
    expect((await callRoute(passwordsOn, { method: "DELETE" })).body.off).toBeNull();
    expect((await byPassword("compliance@example.mx")).status).toBe(200);
  });

  it("refuses the password of others within an open session too", async () => {
    const admin = await adminByProvider();
    await off(admin);
    await dashboard.signInAs("compliance");
    const refused = await callRoute(stepUpByPassword, { body: { password: PASSWORD } });
    expect(refused).toMatchObject({ status: 403, body: { code: "PASSWORD_WRONG" } });
  });
});
