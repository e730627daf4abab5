import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "#tools/test/free-ports.ts";
import { createProgress, type Progress } from "./progress.ts";
import { serveStartingPage } from "./server.ts";

let port: number;
let origin: string;
let progress: Progress;
let close: () => Promise<void>;
beforeEach(async () => {
  port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  progress = createProgress(["database", "service", "build", "dashboard"]);
  close = await serveStartingPage({ APP_ORIGIN: origin, HOST: "127.0.0.1", PORT: port }, progress);
});
afterEach(() => close());

const PAGE = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const pageOf = async (headers: Record<string, string> = {}) =>
  (await fetch(`${origin}/login`, { headers: { ...PAGE, ...headers } })).text();
const rowsOf = (page: string) =>
  [...page.matchAll(/<li class="(\w+)">(.*?)<\/li>/g)].map(([, state, row = ""]) => [
    state,
    ...[...row.matchAll(/>([^<]+)</g)].map(([, text]) => text),
  ]);

describe("programs", () => {
  it.each([
    ["GET", "/api/verifications"],
    ["POST", "/api/session"],
    ["DELETE", "/api/session"],
    ["GET", "/"],
    ["GET", "/_next/static/chunks/a.js"],
    ["GET", "/api/health/live"],
  ])("%s %s is answered 503 with the time to wait and an error of the house", async (method, path) => {
    const body = method === "POST" ? { body: "a".repeat(100_000) } : {};
    const answer = await fetch(`${origin}${path}`, { method, ...body });
    const headers = { "retry-after": "2", "cache-control": "no-store", connection: "close" };
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([503, headers]);
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; /);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.json()).toMatchObject({ success: false, code: "DATABASE_UNAVAILABLE" });
  });

  it("the probe of readiness names the start as missing", async () => {
    const answer = await fetch(`${origin}/api/health/ready?a=b`);
    expect([answer.status, await answer.json()]).toEqual([503, { status: "not_ready", missing: ["starting"] }]);
  });

  it("HEAD has the headers alone, and a malformed request is refused", async () => {
    const answer = await fetch(origin, { method: "HEAD", headers: PAGE });
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      503,
      "text/html; charset=utf-8",
      "",
    ]);
    const long = await fetch(origin, { headers: { "x-long": "a".repeat(20_000) } });
    expect([long.status, long.headers.get("retry-after")]).toEqual([431, "2"]);
  });
});

describe("the page", () => {
  it("has each step with its state in words, and no link or form", async () => {
    await progress.during("database", async () => undefined);
    void progress.during("build", () => new Promise(() => undefined));
    progress.noteBuild("  Collecting page data using 1 worker ...");
    const page = await pageOf();
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).toContain("<title>Cotejo is starting</title>");
    expect(rowsOf(page)).toEqual([
      ["done", "Database", "done"],
      ["waiting", "Embedded service", "waiting"],
      ["running", "Pages", "collecting data"],
      ["waiting", "Dashboard", "waiting"],
    ]);
    expect(page).toMatch(/role="status"[^>]*>Running: Pages</);
    expect(page).not.toMatch(/<a |<form|@sandbox/);
  });

  it.each([
    [{ "accept-language": "es-MX,es;q=0.9,en;q=0.8" }, "es-MX", "Cotejo se está iniciando"],
    [{ "accept-language": "fr, es" }, "es-MX", "Cotejo se está iniciando"],
    [{ "accept-language": "de" }, "en", "Cotejo is starting"],
    [{ "accept-language": "es", cookie: "a=b; locale=en" }, "en", "Cotejo is starting"],
    [{ cookie: "locale=../x" }, "en", "Cotejo is starting"],
  ])("has the language of %j", async (headers, locale, title) => {
    const page = await pageOf(headers);
    expect(page).toContain(`<html lang="${locale}"`);
    expect(page).toContain(`<h1 data-ended=`);
    expect(page).toContain(`>${title}</h1>`);
  });

  it("has the chosen theme, and the colours of the dashboard", async () => {
    expect(await pageOf({ cookie: "theme=dark; locale=en" })).toContain(`<html lang="en" data-theme="dark">`);
    const page = await pageOf({ cookie: "theme=blue" });
    expect(page).toContain(`<html lang="en">`);
    for (const token of ["--background: light-dark(", '[data-theme="dark"]']) expect(page).toContain(token);
  });

  it("a failed step is named, and the terminal as the place of the reason", async () => {
    await progress.during("service", () => Promise.reject(new Error("secret"))).catch(() => undefined);
    const page = await pageOf({ "accept-language": "es" });
    expect(rowsOf(page)[1]).toEqual(["failed", "Servicio integrado", "falló"]);
    expect(page).toContain(">Cotejo no pudo iniciar</h1>");
    expect(page).toMatch(/role="status"[^>]*>Cotejo no pudo iniciar\. La terminal/);
    expect(page).not.toContain("secret");
  });

  it("its policy allows its own script and style alone", async () => {
    const answer = await fetch(origin, { headers: PAGE });
    const page = await answer.text();
    const policy = answer.headers.get("content-security-policy");
    for (const name of ["script", "style"]) {
      const [, source = ""] = new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(page) ?? [];
      expect(policy).toContain(`${name}-src 'sha256-${createHash("sha256").update(source).digest("base64")}'`);
    }
  });
});

it.each(["", "GET / HTTP/1.1\r\n"])(
  "frees the port at once beside a connection that sent %j, and a second time without effect",
  async (sent) => {
    const open = connect(port, "127.0.0.1").on("error", () => undefined);
    await once(open, "connect");
    open.write(sent);
    await fetch(origin);
    await Promise.all([close(), once(open, "close")]);
    const next = createServer().listen(port, "127.0.0.1");
    await once(next, "listening");
    await close();
    next.close();
    await once(next, "close");
  },
);
