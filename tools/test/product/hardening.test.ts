import { expect, it, onTestFinished } from "vitest";
import { addressOf, type DiskRoute, handlersOnDisk, pagesOnDisk } from "#e2e/support/routes.ts";
import { PUBLIC_FILES } from "#lib/platform/server/http/public-files.ts";
import { nowSeconds } from "#tools/test/hooks.ts";
import { anonymous, type Caller, callerAs, callerWith, played, receiverUrl, sandbox, send, signIn } from "./http.ts";

const UNSAFE = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Faults in the headers of an answer; `cached`: a file of the build, which may be cached. */
function faultsOf(answer: Response, cached = false): string[] {
  const { headers } = answer;
  const policy = headers.get("content-security-policy") ?? "";
  const nothing = policy.startsWith("default-src 'none';") && !policy.includes("script-src");
  const wanted: [string, boolean][] = [
    ["nosniff", headers.get("x-content-type-options") === "nosniff"],
    ["referrer", headers.get("referrer-policy") === "no-referrer"],
    ["framing", policy.includes("frame-ancestors 'none'") && headers.get("x-frame-options") === "DENY"],
    ["objects", nothing || policy.includes("object-src 'none'")],
    ["base", policy.includes("base-uri 'none'")],
    [
      "scripts",
      nothing || /script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}' 'strict-dynamic'(;| 'wasm-unsafe-eval';)/.test(policy),
    ],
    ["opener", headers.get("cross-origin-opener-policy") === "same-origin"],
    ["embedding", headers.get("cross-origin-resource-policy") === "same-origin"],
    ["permissions", headers.get("permissions-policy")?.includes("camera=()") ?? false],
    ["storing", cached || (headers.get("cache-control") ?? "").includes("no-store")],
    ["sharing", !headers.has("access-control-allow-origin")],
    ["version", !headers.has("x-powered-by") && !headers.has("server")],
    // Browsers guess the type of bytes without a type.
    ["type", [204, 304, 307, 308].includes(answer.status) || headers.has("content-type") || answer.body === null],
  ];
  return wanted.filter(([, so]) => !so).map(([name]) => name);
}

const faulty = (path: string, answer: Response, cached = false): string[] =>
  faultsOf(answer, cached).map((fault) => `${path} ${answer.status}: ${fault}`);

/**
 * Creates an administrator and signs in: some calls end the sessions of their caller, and other tests use the usual
 * administrator.
 */
async function someAdmin(): Promise<() => Promise<Caller>> {
  const person = { email: `${crypto.randomUUID()}@example.mx`, password: "una frase bastante larga" };
  const { email, password } = person;
  const made = await send(await callerAs("admin"), "/api/users", { email, name: "Everywhere", role: "admin" });
  expect(made.status).toBe(201);
  const token = new URL((await made.json()).invite_url).hash.slice(1);
  expect((await send(anonymous, "/api/invitations", { token, password })).ok).toBe(true);
  return async () => callerWith(await signIn(person));
}

it("Every page and every handler on the disk, without a session and to an admin, answers with the headers, and personal data is not stored", async () => {
  const admin = await callerAs("admin");
  const id = await played("finished", admin);
  const faults: string[] = [];
  const onDisk = [...pagesOnDisk(), ...handlersOnDisk()];
  expect(onDisk.length).toBeGreaterThan(60);
  for (const route of onDisk) {
    const path = addressOf(route, { verification_id: id, people_id: "1" });
    const [known, stranger] = await Promise.all([admin(path), anonymous(path)]);
    faults.push(...faulty(path, known), ...faulty(path, stranger));
    // Only the health, the description of the API and the signed-out pages need no session.
    const isPublic = /^\/api\/(health\/|openapi\.json$|session\/oidc(\/callback)?$)/.test(path);
    if (/^\/(api|scim)\//.test(path) && !isPublic && route.methods.includes("GET")) {
      if (stranger.status !== 401) faults.push(`${path} answers ${stranger.status} without a session`);
    }
    if (known.status >= 500 && route.methods.includes("GET")) faults.push(`${path} fails with ${known.status}`);
  }
  expect(faults).toEqual([]);
});

it("Error answers have the same headers, whatever the error", async () => {
  const [admin, support] = [await callerAs("admin"), await callerAs("support")];
  const json = { "content-type": "application/json" };
  await sandbox.faultFor("broken", { kind: "status", status: 500 });
  onTestFinished(() => sandbox.clearFaults());
  const answers: [number, Response][] = [
    [400, await admin("/api/imports/verifications", { method: "POST", body: "{", headers: json })],
    [401, await anonymous("/api/status")],
    [403, await support("/api/webhooks")],
    [403, await anonymous("/api/session", { method: "POST", body: "{}", headers: { ...json, origin: "null" } })],
    [404, await admin("/api/nothing-here")],
    [404, await admin("/nothing/here")],
    [405, await admin("/api/status", { method: "PUT" })],
    [405, await anonymous("/api/session", { method: "PATCH" })],
    [413, await anonymous("/api/session", { method: "POST", body: "x".repeat(70_000), headers: json })],
    [502, await admin("/api/verifications/broken")],
  ];
  expect(answers.map(([, { status }]) => status)).toEqual(answers.map(([status]) => status));
  expect(answers.flatMap(([, answer]) => faulty("error", answer))).toEqual([]);
  // No internal details.
  for (const [, answer] of answers) expect(await answer.text()).not.toMatch(/\bat \w+ \(|node_modules|SELECT /);
});

it("Unknown addresses of programs answer 404 in their own form, to everybody", async () => {
  const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
  const isScim = (path: string) => /^\/scim\b/.test(path);
  const expectForm = async (path: string, answer: Response, method: string, status: number) => {
    expect([method, path, answer.status]).toEqual([method, path, status]);
    expect(faulty(path, answer)).toEqual([]);
    expect(answer.headers.get("content-type")).toBe(isScim(path) ? "application/scim+json" : "application/json");
    const text = await answer.text();
    if (method !== "HEAD") {
      expect(JSON.parse(text)).toMatchObject(isScim(path) ? { status: String(status) } : { success: false });
    }
  };
  const unknown = ["/api", "/api/nonsense", "/api/health/nonsense", "/api/verifications/ver_1/nonsense/more"];
  unknown.push(
    ...["/scim", "/scim/v2", "/scim/v2/Groups", "/scim/v2/Me", "/scim/v2/Bulk", "/scim/v2/Users/1/nonsense"],
  );
  const admin = await callerAs("admin");
  for (const caller of [anonymous, admin]) {
    for (const method of methods) {
      for (const path of unknown) await expectForm(path, await caller(path, { method }), method, 404);
    }
  }
});

it("Files of the build, and missing ones, have the headers too", async () => {
  const page = await (await anonymous("/login")).text();
  const files = [...new Set([...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|woff2|svg|ico|png)[^"]*)"/g)])].map(
    ([, path]) => path ?? "",
  );
  expect(files.length).toBeGreaterThan(3);
  const faults: string[] = [];
  const others = ["/_next/static/chunks/none.js", "/icon.png", "/.well-known/nothing.txt", "/.git/config", "/.env"];
  for (const path of [...files, ...others]) {
    const answer = await anonymous(path.replaceAll("&amp;", "&"));
    faults.push(...faulty(path, answer, path.startsWith("/_next/static/") || PUBLIC_FILES.has(path)));
    if (files.includes(path)) expect([path, answer.status]).toEqual([path, 200]);
    else expect(answer.status).not.toBe(200);
  }
  expect(faults).toEqual([]);
});

it("Files of the folder public are there for everybody, have the headers, and are kept for an hour", async () => {
  const support = await callerAs("support");
  const types: Record<string, string> = {
    ico: "image/x-icon",
    png: "image/png",
    svg: "image/svg+xml",
    txt: "text/plain; charset=UTF-8",
    webmanifest: "application/manifest+json",
  };
  expect(PUBLIC_FILES.size).toBeGreaterThan(7);
  for (const path of PUBLIC_FILES) {
    for (const caller of [anonymous, support]) {
      const answer = await caller(path);
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
        path,
        200,
        types[path.split(".").at(-1) ?? ""],
      ]);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
      expect(answer.headers.has("set-cookie")).toBe(false);
      expect(faulty(path, answer, true)).toEqual([]);
      // Revalidates as a browser does; `fetch` alone would request a new copy.
      const headers = { "if-none-match": answer.headers.get("etag") ?? "", "cache-control": "max-age=0" };
      const again = await caller(`${path}?v=1`, { headers });
      expect([path, again.status, again.headers.get("cache-control")]).toEqual([path, 304, "public, max-age=3600"]);
      expect(faulty(path, again, true)).toEqual([]);
    }
    // An answer without the file is not cached in its place.
    for (const refused of [await anonymous(path, { method: "POST" }), await anonymous(`${path}/more`)]) {
      expect([path, refused.status, refused.headers.get("cache-control")]).toEqual([
        path,
        expect.toSatisfy((status: number) => status === 405 || status === 307),
        "no-store",
      ]);
    }
  }
  expect(await (await anonymous("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
});

it("security.txt is there for everybody, as the operator has configured it", async () => {
  for (const caller of [anonymous, await callerAs("support")]) {
    const answer = await caller("/.well-known/security.txt");
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringMatching(/^Contact: mailto:security@cotejo\.example\nExpires: \d{4}-\d\d-\d\dT00:00:00Z\n$/),
    ]);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(faulty("/.well-known/security.txt", answer)).toEqual([]);
  }
});

it("Files of another build are missing for everybody, signed in or not: no redirect to the sign-in page, no rendering, no caching", async () => {
  const page = await (await anonymous("/login")).text();
  const own = /src="(\/_next\/static\/[^"?]+\.js)\?dpl=([\da-f]{16})"/.exec(page);
  expect(own).not.toBeNull();
  const [, file = "", build] = own ?? [];
  expect(await (await anonymous("/api/health/live")).json()).toEqual({ status: "ok", build });
  const other = "0123456789abcdef";
  for (const caller of [anonymous, await callerAs("support")]) {
    for (const path of [
      file.replace(".js", "x.js"),
      "/_next/static/chunks/none.css",
      "/_next/static/none/_buildManifest.js",
    ]) {
      for (const query of ["", `?dpl=${other}`, `?dpl=${build}`]) {
        const answer = await caller(`${path}${query}`, { headers: { "accept-encoding": "br" } });
        expect([path, query, answer.status, await answer.text()]).toEqual([path, query, 404, "Not found.\n"]);
        expect(answer.headers.get("cache-control")).toBe("no-store");
        expect(faulty(path, answer)).toEqual([]);
      }
    }
    // A file of the same name has the same content in every build.
    expect((await caller(`${file}?dpl=${other}`)).status).toBe(200);
  }
});

it("Texts of the build are served whole as the build compressed them, and uncompressed on request", async () => {
  const page = await (await anonymous("/login")).text();
  const scripts = [...page.matchAll(/src="(\/_next\/static\/[^"?]+\.js[^"]*)"/g)].map(([, path]) => path ?? "");
  const styles = [...page.matchAll(/href="(\/_next\/static\/[^"?]+\.css[^"]*)"/g)].map(([, path]) => path ?? "");
  expect(scripts.length).toBeGreaterThan(3);
  expect(styles.length).toBeGreaterThan(0);
  const facts = async (path: string, encoding: string) => {
    const answer = await anonymous(path, { headers: { "accept-encoding": encoding } });
    return { headers: answer.headers, text: await answer.text() };
  };
  for (const path of [...scripts, ...styles]) {
    const compressed = await facts(path, "gzip, deflate, br");
    const plain = await facts(path, "identity");
    expect([path, compressed.text]).toEqual([path, plain.text]);
    expect(compressed.headers.get("content-encoding")).toBe("br");
    expect(plain.headers.get("content-encoding")).toBeNull();
    for (const name of ["content-type", "cache-control", "vary"]) {
      expect([path, name, compressed.headers.get(name)]).toEqual([path, name, plain.headers.get(name)]);
    }
  }
});

it("The receiver answers everything with headers of its own kind", async () => {
  const at = (path: string, init: RequestInit = {}) => fetch(`${receiverUrl}${path}`, init);
  const signed = (t: number) => ({ "svc-signature": `t=${t},v1=${"0".repeat(64)}` });
  const { receiver_id } = await (await (await callerAs("admin"))("/api/receiver")).json();
  const answers: [number, Response][] = [
    [200, await at("/health/ready")],
    [400, await at("/hooks/x", { method: "POST", body: "{}" })],
    [401, await at("/hooks/x", { method: "POST", body: "{}", headers: signed(1) })],
    [404, await at("/hooks/x", { method: "POST", body: "{}", headers: signed(nowSeconds()) })],
    [404, await at("/")],
    [405, await at("/hooks/x")],
    [
      413,
      await at(`/hooks/${receiver_id}`, {
        method: "POST",
        body: "x".repeat(2 * 1024 * 1024),
        headers: signed(nowSeconds()),
      }),
    ],
  ];
  expect(answers.map(([, { status }]) => status)).toEqual(answers.map(([status]) => status));
  for (const [, { headers }] of answers) {
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.has("server")).toBe(false);
  }
});

/** Three MiB of JSON without a stated length. */
function endless(): ReadableStream {
  let left = 48;
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"ids":["')),
    pull: (controller) => {
      if (left > 0) controller.enqueue(new TextEncoder().encode("x".repeat(64 * 1024)));
      else controller.close();
      left -= 1;
    },
  });
}

const unsafe = (): { route: DiskRoute; method: string }[] =>
  handlersOnDisk().flatMap((route) =>
    route.methods.filter((method) => UNSAFE.has(method)).map((method) => ({ route, method })),
  );

it("No handler reads a body without bound, even without a stated length", async () => {
  const odd: string[] = [];
  let refused = 0;
  const calls = unsafe();
  expect(calls.length).toBeGreaterThan(35);
  const newAdmin = await someAdmin();
  let admin = await newAdmin();
  for (const { route, method } of calls) {
    const path = addressOf(route, { people_id: "1" });
    const headers = { "content-type": "application/json" };
    const attempt = () => admin(path, { method, body: endless(), headers }).catch(() => null);
    let answer = await attempt();
    // An earlier call may have ended the session.
    if (answer?.status === 401) {
      admin = await newAdmin();
      answer = await attempt();
    }
    // A connection that is closed during an upload counts as a refusal too.
    if (answer === null || answer.status === 413) refused += 1;
    else if (answer.status >= 500) odd.push(`${method} ${path}: ${answer.status}`);
    // A handler that reads the body must not act on it.
    else if (answer.status < 300 && /"ids"/.test(await answer.text())) odd.push(`${method} ${path}: took it`);
  }
  expect(odd).toEqual([]);
  expect(refused).toBeGreaterThan(15);
  expect((await anonymous("/api/health/live")).status).toBe(200);
});

/** Ids that an attacker may try. */
const GUESSED_IDS = [
  "nothing-of-this-name",
  "00000000-0000-4000-8000-000000000000",
  "999999999",
  "0",
  "-1",
  "..%2F..%2Fapi-keys",
  "%00",
  "%27%20OR%201%3D1%20--",
  "x".repeat(300),
  "ver%2Fx",
  "__proto__",
];

/**
 * Lists about an unknown id are empty, and a failed read has an error answer: none of them reveals anything. The kinds of
 * notes are the reader's.
 */
const EMPTY =
  /^\{"(?:items":\[\],"next_cursor":null|items":\[\](?:,"kinds":\["general","compliance"\]|,"has_more":false|,"reply_to":null)?|outcome":"failed"[^{}]*(?:\{[^{}]*\})?|replacement":null|previous":null)\}?$/;

it("Ids that are unknown, of another user or malformed: nothing fails, and nothing is revealed", async () => {
  const odd: string[] = [];
  const withIds = handlersOnDisk().filter(({ parameters }) => parameters.length > 0);
  expect(withIds.length).toBeGreaterThan(20);
  const newAdmin = await someAdmin();
  let admin = await newAdmin();
  for (const route of withIds) {
    for (const method of route.methods) {
      for (const id of GUESSED_IDS) {
        const path = addressOf(route, {}, id);
        const attempt = () =>
          admin(path, {
            method,
            ...(UNSAFE.has(method) && { body: "{}", headers: { "content-type": "application/json" } }),
          });
        let answer = await attempt();
        if (answer.status === 401) {
          admin = await newAdmin();
          answer = await attempt();
        }
        const text = await answer.text();
        const revealing = answer.status < 300 && text !== "" && !EMPTY.test(text);
        if (answer.status >= 500 || revealing) odd.push(`${method} ${path}: ${answer.status} ${text.slice(0, 120)}`);
      }
    }
  }
  expect(odd).toEqual([]);
});

it("A page whose address holds unstorable text is not found, refused, or shown without it", async () => {
  const admin = await callerAs("admin");
  const pages = pagesOnDisk().filter(({ pattern }) => !pattern.startsWith("/login"));
  expect(pages.length).toBeGreaterThan(15);
  for (const page of pages) {
    const known = page.parameters.length === 0;
    const address = `${addressOf(page, {}, "a%00")}?q=%00&id=a%00&outcome=%ED%A0%80`;
    expect([address, (await admin(address)).status]).toEqual([address, known ? 200 : 404]);
    if (!known) expect((await admin(addressOf(page, {}, "%ED%A0%80"))).status).toBe(400);
  }
});
