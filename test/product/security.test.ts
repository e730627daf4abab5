import { accountOf, expect, test } from "./support/fixtures.ts";

const PAGES = ["/login", "/", "/verifications", "/verifications/does-not-exist"];

test.describe("every answer", () => {
  for (const path of [...PAGES, "/api/verifications", "/api/nothing-here", "/api/health/live"]) {
    test(`of ${path} carries the security headers`, async ({ request }) => {
      const answer = await request.get(path, { maxRedirects: 0 });
      const headers = answer.headers();
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["permissions-policy"]).toContain("camera=()");
      expect(headers["cache-control"]).toContain("no-store");
      expect(headers["x-powered-by"]).toBeUndefined();
      const policy = headers["content-security-policy"] ?? "";
      expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}' 'strict-dynamic'(;|$)/);
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    });
  }
});

test("a proxy in front lets go of an idle connection before the dashboard does", async ({ request }) => {
  const answer = await request.get("/api/health/live");
  expect(answer.headers()["keep-alive"]).toBe("timeout=75");
});

test("every script tag of the production build has the nonce of its own answer", async ({ page, signInAs }) => {
  await signInAs("compliance");
  const nonces = new Set<string>();
  for (const path of PAGES) {
    const answer = await page.request.get(path);
    const nonce = /'nonce-([^']+)'/.exec(answer.headers()["content-security-policy"] ?? "")?.[1] ?? "missing";
    const tags = (await answer.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(PAGES.length);
});

test("the password is masked, and may be pasted or filled in by whatever keeps it", async ({ page }) => {
  await page.goto("/login");
  const field = page.locator('input[autocomplete="current-password"]');
  await expect(field).toHaveAttribute("type", "password");
  const pasted = await field.evaluate((input) =>
    input.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true })),
  );
  expect(pasted).toBe(true);
});

test.describe("a request from elsewhere", () => {
  const attempts: [string, Record<string, string>, number][] = [
    ["another origin", { origin: "https://evil.example" }, 403],
    ["a null origin", { origin: "null" }, 403],
    ["no origin at all", {}, 403],
    ["a cross-site fetch", { "sec-fetch-site": "cross-site" }, 403],
    ["a sibling site", { "sec-fetch-site": "same-site" }, 403],
  ];
  for (const [name, headers, status] of attempts) {
    test(`with ${name} cannot sign in`, async ({ request, installation }) => {
      const { email, password } = accountOf(installation, "admin");
      const answer = await request.post("/api/session", { data: { email, password }, headers });
      expect(answer.status()).toBe(status);
      expect(await answer.json()).toMatchObject({ success: false, code: "CSRF_REFUSED" });
    });
  }

  test("cannot pass a form off as JSON", async ({ request, installation }) => {
    const answer = await request.post("/api/session", {
      data: '{"email":"a","password":"b"}',
      headers: { "content-type": "text/plain", origin: installation.origin },
    });
    expect([answer.status(), (await answer.json()).code]).toEqual([400, "BAD_REQUEST"]);
  });
});

test.describe("signed out", () => {
  for (const path of [
    "/api/verifications",
    "/api/verifications/x",
    "/api/verifications/x/events",
    "/api/live",
    "/api/status",
    "/api/session",
  ]) {
    test(`${path} answers 401 in the service's error shape`, async ({ request }) => {
      const answer = await request.get(path);
      expect(answer.status()).toBe(401);
      expect(await answer.json()).toEqual({
        success: false,
        code: "UNAUTHORIZED",
        message: expect.any(String),
        timestamp: expect.stringMatching(/Z$/),
      });
    });
  }

  test("pages lead to the sign-in page and back", async ({ request }) => {
    const answer = await request.get("/verifications?status=error", { maxRedirects: 0 });
    expect(answer.headers().location).toBe("/login?next=%2Fverifications%3Fstatus%3Derror");
  });
});

for (const [role, status] of [
  ["admin", 200],
  ["compliance", 403],
  ["support", 403],
] as const) {
  test(`what is an admin's is answered ${status} to ${role}, whatever the page shows`, async ({ apiAs }) => {
    const api = await apiAs(role);
    expect((await api.get("/api/receiver")).status()).toBe(status);
    expect((await api.get("/api/verifications")).status()).toBe(200);
    if (status === 403) expect((await api.post("/api/receiver")).status()).toBe(403);
  });
}

test("a session ends for good: the cookie replayed after signing out is worth nothing", async ({
  request,
  installation,
}) => {
  const { email, password } = accountOf(installation, "support");
  const headers = { origin: installation.origin };
  const signedIn = await request.post("/api/session", { data: { email, password }, headers });
  const cookie = signedIn.headers()["set-cookie"]?.split(";")[0] ?? "";
  for (const part of ["__Host-cotejo=", "HttpOnly", "Secure", "SameSite=lax", "Path=/"]) {
    expect(signedIn.headers()["set-cookie"]?.toLowerCase()).toContain(part.toLowerCase());
  }
  expect((await request.get("/api/session", { headers: { cookie } })).status()).toBe(200);
  expect((await request.delete("/api/session", { headers: { ...headers, cookie } })).status()).toBe(204);
  expect((await request.get("/api/session", { headers: { cookie } })).status()).toBe(401);
});

test("a body that is too large, no JSON or of another shape is refused in words", async ({ request, installation }) => {
  const headers = { origin: installation.origin, "content-type": "application/json" };
  const post = (data: string) => request.post("/api/session", { data: Buffer.from(data), headers });
  expect((await post("x".repeat(70_000))).status()).toBe(413);
  expect((await (await post("{")).json()).code).toBe("BAD_REQUEST");
  expect((await (await post('{"email":1}')).json()).code).toBe("VALIDATION_ERROR");
  expect((await (await post('{"email":"a","password":"b","admin":true}')).json()).code).toBe("VALIDATION_ERROR");
});
