import { describe, expect, it } from "vitest";
import { accountOf, anonymous, callerAs, callerWith, origin, send, signIn } from "./http.ts";

const PAGES = ["/login", "/", "/verifications", "/verifications/does-not-exist"];

it.each([...PAGES, "/api/verifications", "/api/nothing-here"])("%s carries the security headers", async (path) => {
  const { headers } = await (path === "/login" ? anonymous : await callerAs("compliance"))(path);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(headers.get("cache-control")).toContain("no-store");
  expect(headers.has("x-powered-by")).toBe(false);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}' 'strict-dynamic'(;|$)/);
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(part);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

it("a proxy in front closes an idle connection before the dashboard does", async () => {
  expect((await anonymous("/api/health/live")).headers.get("keep-alive")).toBe("timeout=75");
});

it("every script tag of the production build has the nonce of its own answer", async () => {
  const compliance = await callerAs("compliance");
  const nonces = new Set<string>();
  for (const path of PAGES) {
    // With a session the sign-in page redirects.
    const answer = await (path === "/login" ? anonymous : compliance)(path);
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1] ?? "missing";
    const tags = (await answer.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(PAGES.length);
});

describe("a request from elsewhere", () => {
  it.each<[string, Record<string, string>]>([
    ["another origin", { origin: "https://evil.example" }],
    ["a null origin", { origin: "null" }],
    ["no origin at all", { origin: "" }],
    ["a cross-site fetch", { origin: "", "sec-fetch-site": "cross-site" }],
    ["a sibling site", { origin: "", "sec-fetch-site": "same-site" }],
  ])("with %s cannot sign in", async (_name, headers) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
    const answer = await fetch(`${origin}/api/session`, {
      method: "POST",
      body: JSON.stringify(accountOf("admin")),
      headers: { "content-type": "application/json", ...given },
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ success: false, code: "CSRF_REFUSED" });
  });

  it("cannot pass a form off as JSON", async () => {
    const answer = await anonymous("/api/session", {
      method: "POST",
      body: '{"email":"a","password":"b"}',
      headers: { "content-type": "text/plain" },
    });
    expect([answer.status, (await answer.json()).code]).toEqual([400, "BAD_REQUEST"]);
  });
});

describe("signed out", () => {
  it.each([
    "/api/verifications",
    "/api/verifications/x",
    "/api/verifications/x/events",
    "/api/live",
    "/api/status",
    "/api/session",
  ])("%s answers 401 in the service's error shape", async (path) => {
    const answer = await anonymous(path);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      success: false,
      code: "UNAUTHORIZED",
      message: expect.any(String),
      timestamp: expect.stringMatching(/Z$/),
    });
  });

  it("pages lead to the sign-in page and back", async () => {
    const answer = await anonymous("/verifications?status=error");
    expect(answer.headers.get("location")).toBe("/login?next=%2Fverifications%3Fstatus%3Derror");
  });
});

it.each([
  ["admin", 200],
  ["compliance", 403],
  ["support", 403],
] as const)("an admin's handler answers %s with %i, whatever the page shows", async (role, status) => {
  const caller = await callerAs(role);
  expect((await caller("/api/receiver")).status).toBe(status);
  expect((await caller("/api/verifications")).status).toBe(200);
  if (status === 403) expect((await send(caller, "/api/receiver")).status).toBe(403);
});

it("a session ends for good: the cookie replayed after signing out is worthless", async () => {
  const credentials = accountOf("support");
  const signedIn = await send(anonymous, "/api/session", credentials);
  const set = signedIn.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-cotejo="));
  for (const part of ["HttpOnly", "Secure", "SameSite=lax", "Path=/"])
    expect(set?.toLowerCase()).toContain(part.toLowerCase());
  const caller = callerWith(await signIn(credentials));
  expect((await caller("/api/session")).status).toBe(200);
  expect((await caller("/api/session", { method: "DELETE" })).status).toBe(204);
  expect((await caller("/api/session")).status).toBe(401);
});

it("a body that is too large, no JSON or of another shape is refused with a message", async () => {
  const headers = { "content-type": "application/json" };
  const post = (body: string) => anonymous("/api/session", { method: "POST", body, headers });
  expect((await post("x".repeat(70_000))).status).toBe(413);
  expect((await (await post("{")).json()).code).toBe("BAD_REQUEST");
  expect((await (await post('{"email":1}')).json()).code).toBe("VALIDATION_ERROR");
  expect((await (await post('{"email":"a","password":"b","admin":true}')).json()).code).toBe("VALIDATION_ERROR");
});

it("a violated policy is reported without a session, within a bound and a limit, and only by our own pages", async () => {
  const send = (headers: Record<string, string>, more = "") => {
    const body = JSON.stringify({ "csp-report": { "effective-directive": "img-src", "script-sample": more } });
    return anonymous("/api/csp-reports", {
      method: "POST",
      body,
      headers: { "content-type": "application/csp-report", ...headers },
    });
  };
  expect((await send({})).status).toBe(204);
  expect((await send({ origin: "https://evil.example" })).status).toBe(403);
  expect((await send({}, "x".repeat(9_000))).status).toBe(413);
  const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await send({})).status));
  expect(new Set(statuses)).toEqual(new Set([204, 429]));
});
