import { describe, expect, it, vi } from "vitest";
import { addPasskey, beginPasskey } from "#lib/access/server/own-passkeys.ts";
import { sessionCookie } from "#lib/access/server/session.ts";
import { findSession } from "#lib/access/server/sessions.ts";
import { holdReveal, listReveals } from "#lib/core/server/vault/reveals.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { createAuthenticator } from "#tools/test/authenticator.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { jar } from "#tools/test/next-headers.ts";
import { POST as reportActivity } from "./activity/route.ts";
import { POST as signIn, DELETE as signOut, GET as whoIsHere } from "./route.ts";
import { POST as stepUp } from "./step-up/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const dashboard = dashboardForEach(() => database().pool.query("TRUNCATE sessions, throttles, reveals, passkeys"));

const PASSWORD = "correct horse battery";
const credentials = { email: "admin@example.mx", password: PASSWORD };
const get = async () => (await callRoute(whoIsHere, { method: "GET" })).status;
const count = async () => (await database().pool.query("SELECT count(*) FROM sessions")).rows[0].count as number;
const here = async () => (await findSession((await sessionCookie()).id ?? "")) ?? expect.unreachable();

describe("signing in", () => {
  it("keeps no earlier token: a planted one is ended, and a new one given", async () => {
    const planted = jar.get("__Host-cotejo")?.value ?? "";
    expect(await get()).toBe(200);
    expect((await callRoute(signIn, { body: credentials })).body).toEqual({
      user: { email: "admin@example.mx", name: "admin", role: "admin" },
    });
    expect(jar.get("__Host-cotejo")?.value).not.toBe(planted);
    expect(await get()).toBe(200);
    jar.set("__Host-cotejo", { name: "__Host-cotejo", value: planted });
    expect(await get()).toBe(401);
  });

  it("is refused to forms, plain text, other origins and the origin `null`", async () => {
    jar.clear();
    const refused: [Record<string, string>, string][] = [
      [{ "sec-fetch-site": "cross-site" }, "CSRF_REFUSED"],
      [{ "sec-fetch-site": "same-site" }, "CSRF_REFUSED"],
      [{ "sec-fetch-site": "none", origin: "null" }, "CSRF_REFUSED"],
      [{ "sec-fetch-site": "", origin: "https://evil.example" }, "CSRF_REFUSED"],
      [{ "content-type": "application/x-www-form-urlencoded" }, "BAD_REQUEST"],
      [{ "content-type": "text/plain" }, "BAD_REQUEST"],
      [{ "content-type": "multipart/form-data; boundary=x" }, "BAD_REQUEST"],
    ];
    for (const [headers, code] of refused) {
      expect((await callRoute(signIn, { body: credentials, headers })).body.code).toBe(code);
    }
    expect(jar.size).toBe(0);
  });

  it("makes the browser known by a cookie that gives no access", async () => {
    await callRoute(signIn, { body: credentials });
    const browser = jar.get("__Host-cotejo-browser") ?? expect.unreachable();
    jar.clear();
    jar.set(browser.name, browser);
    expect(await get()).toBe(401);
    await callRoute(signIn, { body: credentials });
    expect(jar.get(browser.name)?.value).toBe(browser.value);
  });

  it("binds the challenge of a passkey to the browser that got it, also to one without cookies", async () => {
    const session = await here();
    const authenticator = createAuthenticator();
    await addPasskey(session, { name: "Phone", passkey: authenticator.create(await beginPasskey(session)) });
    const enter = async (passkey?: object) => (await callRoute(signIn, { body: { ...credentials, passkey } })).body;
    /** The answer of a browser without cookies to its challenge, and the cookies that it holds then. */
    const begin = async () => {
      jar.clear();
      const passkey = authenticator.get((await enter()).passkey);
      return { passkey, cookies: [...jar] };
    };
    const [victim, attacker] = [await begin(), await begin()];
    expect((await enter(victim.passkey)).code).toBe("PASSKEY_WRONG");
    jar.clear();
    expect((await enter(attacker.passkey)).code).toBe("PASSKEY_WRONG");
    const own = await begin();
    expect(own.cookies.map(([name]) => name)).toEqual(["__Host-cotejo-browser"]);
    expect((await enter(own.passkey)).user).toMatchObject({ role: "admin" });
    expect(jar.get("__Host-cotejo-browser")?.value).not.toBe(own.cookies[0]?.[1].value);
  });

  it("is not throttled by an address that the client invents", async () => {
    let answers: number[] = [];
    for (let tries = 0; tries < 14; tries++) {
      const headers = { "x-forwarded-for": `203.0.113.${tries}` };
      const { status } = await callRoute(signIn, { body: { ...credentials, password: "wrong" }, headers });
      answers = [...answers, status];
    }
    expect(answers.slice(0, 11)).toEqual(Array(11).fill(401));
    expect(answers.slice(11)).toEqual(Array(3).fill(429));
  });
});

describe("repeating the password", () => {
  it("gives the session another token: its held secrets stay, and no second session is left", async () => {
    const { idHash } = await here();
    await holdReveal({ kind: "api_key", subject_id: "key", name: "key", value: "revealed once", session_hash: idHash });
    await database().pool.query("UPDATE sessions SET authenticated_at = now() - interval '1 hour'");
    const before = jar.get("__Host-cotejo") ?? expect.unreachable();
    expect((await callRoute(stepUp, { body: { password: PASSWORD } })).status).toBe(204);
    const session = await here();
    expect(session).toMatchObject({ idHash, recentlyAuthenticated: true });
    expect((await listReveals(session.idHash)).map(({ value }) => value)).toEqual(["revealed once"]);
    expect(await count()).toBe(1);
    jar.set(before.name, before);
    expect(await get()).toBe(401);
  });

  it("with a wrong password leaves the session unchanged", async () => {
    const { status, body } = await callRoute(stepUp, { body: { password: "wrong" } });
    expect([status, body.code]).toEqual([403, "PASSWORD_WRONG"]);
    expect(await get()).toBe(200);
  });
});

describe("activity", () => {
  it("is reported by a page, and not by requesting the remaining time", async () => {
    await database().pool.query("UPDATE sessions SET active_at = now() - interval '10 minutes'");
    const read = await callRoute(whoIsHere, { method: "GET" });
    expect(read.body.session.idle_in).toBeLessThanOrEqual(5 * 60);
    expect((await callRoute(whoIsHere, { method: "GET" })).body.session.idle_in).toBeLessThanOrEqual(5 * 60);
    const reported = await callRoute(reportActivity);
    expect(reported.body.session).toMatchObject({ idle_in: 900, idle_limit: 900 });
    expect((await callRoute(whoIsHere, { method: "GET" })).body.session.idle_in).toBeGreaterThan(14 * 60);
  });
});

it.each([
  ["revoked", "revoked_at = now()"],
  ["at its end", "expires_at = now()"],
  ["idle too long", "active_at = now() - interval '16 minutes'"],
])("a session that is %s is refused at once, even if its cookie was opened before", async (_, change) => {
  expect(await get()).toBe(200);
  await database().pool.query(`UPDATE sessions SET ${change}`);
  expect(await get()).toBe(401);
});

it("session and policy of need to know are looked up once, by prepared statements", async () => {
  const query = vi.spyOn(database().pool, "query");
  expect(await get()).toBe(200);
  const names = query.mock.calls.map(([statement]) => (statement as { name?: string }).name);
  expect(names).toEqual(["find session", "find need to know"]);
  query.mockRestore();
});

it("signing out ends the session for every holder of its cookie, clears the browser's storage, and is on record", async () => {
  const { idHash } = await here();
  const cookie = jar.get("__Host-cotejo") ?? expect.unreachable();
  expect((await callRoute(signOut, { method: "DELETE" })).status).toBe(204);
  jar.set(cookie.name, cookie);
  expect(await get()).toBe(401);
  const { rows } = await database().pool.query(
    "SELECT user_email, ids FROM audit_log WHERE action = 'session.ended' ORDER BY id DESC LIMIT 1",
  );
  expect(rows).toEqual([{ user_email: "admin@example.mx", ids: { session_id: idHash } }]);
});

it("each sign-in starts a session of its own", async () => {
  await dashboard().signInAs("support");
  const first = (await here()).idHash;
  await dashboard().signInAs("support");
  expect((await here()).idHash).not.toBe(first);
});
