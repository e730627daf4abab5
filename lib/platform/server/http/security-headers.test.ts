import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { contentSecurityPolicy, createCspReportLog, cspReport, securityHeaders } from "./security-headers.ts";

it("over https browsers are bound to https for a year, with every subdomain", () => {
  const header = securityHeaders({ https: true })["strict-transport-security"] ?? "";
  expect(Number(/max-age=(\d+)/.exec(header)?.[1])).toBeGreaterThanOrEqual(365 * 24 * 60 * 60);
  expect(header).toContain("includeSubDomains");
});

it("without https the header is absent, since browsers could no longer connect", () => {
  expect(securityHeaders({ https: false })).not.toHaveProperty("strict-transport-security");
});

const directive = (policy: string, name: string) => policy.split("; ").find((part) => part.startsWith(`${name} `));

test("in production no inline script or style runs without the nonce", () => {
  const policy = contentSecurityPolicy("abc", { developing: false });
  expect(directive(policy, "script-src")).toBe("script-src 'self' 'nonce-abc' 'strict-dynamic'");
  expect(directive(policy, "style-src-elem")).toBe("style-src-elem 'self' 'nonce-abc'");
  expect(directive(policy, "connect-src")).toBe("connect-src 'self'");
});

test("pictures may come from the browser itself; icons, the manifest and fonts only from this origin", () => {
  const policy = contentSecurityPolicy("abc", { developing: false });
  expect(directive(policy, "img-src")).toBe("img-src 'self' blob:");
  expect(directive(policy, "manifest-src")).toBe("manifest-src 'self'");
  expect(directive(policy, "frame-src")).toBe("frame-src 'none'");
  expect(policy.match(/'unsafe-[a-z]+'|\b(?:data|blob|https?):/g)).toEqual(["'unsafe-inline'", "blob:"]);
  expect(directive(policy, "style-src-attr")).toBe("style-src-attr 'unsafe-inline'");
});

test("a worker may compile WebAssembly, but a page or a text may not", () => {
  const page = contentSecurityPolicy("abc", { developing: false });
  const worker = contentSecurityPolicy("abc", { developing: false, worker: true });
  expect(directive(worker, "script-src")).toBe("script-src 'self' 'nonce-abc' 'strict-dynamic' 'wasm-unsafe-eval'");
  expect(page).not.toContain("unsafe-eval");
  const trusted = "; require-trusted-types-for 'script'; trusted-types default";
  expect(worker.replace(" 'wasm-unsafe-eval'", "")).toBe(page.replace(trusted, ""));
});

test("in development the hot reload's own styles are allowed, which a nonce beside them would forbid", () => {
  const policy = contentSecurityPolicy("abc", { developing: true });
  expect(directive(policy, "style-src-elem")).toBe("style-src-elem 'self' 'unsafe-inline'");
  expect(directive(policy, "script-src")).toContain("'nonce-abc'");
});

test("violations are reported to this origin", () => {
  expect(directive(contentSecurityPolicy("abc", { developing: false }), "report-uri")).toBe(
    "report-uri /api/csp-reports",
  );
});

test("text becomes neither script nor markup on pages, except in hot reload", () => {
  const demand = "require-trusted-types-for 'script'; trusted-types default;";
  expect(contentSecurityPolicy("abc", { developing: false })).toContain(demand);
  expect(contentSecurityPolicy("abc", { developing: true })).not.toContain("trusted-types");
});

beforeAll(() => void vi.stubEnv("APP_ORIGIN", "https://cotejo.example"));
afterAll(() => vi.unstubAllEnvs());

const CURP = "BADD110313HCMLNS09";

const read = (report: Record<string, unknown>) => cspReport.parse({ "csp-report": report });

describe("the log of a report", () => {
  it("holds no name of a person, a file or a filter, and no sample of a script", () => {
    const kept = read({
      "document-uri": `https://cotejo.example/verifications/ver_1/people/7?q=${CURP}`,
      referrer: "https://cotejo.example/people/7",
      "blocked-uri": `https://cdn.example/${CURP}.js?token=s3cret`,
      "source-file": `https://cotejo.example/${CURP}.js`,
      "script-sample": `fetch('/${CURP}')`,
      "original-policy": "script-src 'nonce-abc'",
      "effective-directive": "script-src-elem",
      "status-code": 200,
    });
    expect(kept).toEqual({ directive: "script-src-elem", blocked: "https://cdn.example", page: "/verifications" });
  });

  it.each([
    ["inline", "inline"],
    ["eval", "eval"],
    ["https://cotejo.example/a.js", "self"],
    ["chrome-extension://abc/inject.js", "chrome-extension:"],
    ["data:text/javascript,alert(1)", "data:"],
    [`https://${CURP}.example/`, "other"],
    [`https://${"x".repeat(200)}.example/`, "other"],
    ["<script>", "other"],
    [7, "other"],
    [undefined, "other"],
  ])("shows a blocked %s as %s", (blocked, kept) => {
    expect(read({ "blocked-uri": blocked }).blocked).toBe(kept);
  });

  it.each([
    [`https://cotejo.example/${CURP}`, "/"],
    ["https://cotejo.example/people", "/people"],
    ["about:blank", "/"],
    [null, "/"],
  ])("shows the page of %s as %s", (document, page) => {
    expect(read({ "document-uri": document }).page).toBe(page);
  });

  it("shows an unknown directive as 'other'", () => {
    expect(read({ "effective-directive": "script-src-made-up" }).directive).toBe("other");
  });

  it.each([null, [], "csp-report", {}, { "csp-report": null }])("refuses an invalid report (%j)", (body) => {
    expect(cspReport.safeParse(body).success).toBe(false);
  });
});

it("has each directive at most once a minute, with the count of reports", () => {
  let time = 1_000;
  const write = vi.fn();
  const log = createCspReportLog(write, () => time);
  const report = read({ "effective-directive": "img-src", "blocked-uri": "data" });
  for (let each = 0; each < 100; each += 1) log(report);
  log({ ...report, directive: "font-src" });
  expect(write.mock.calls).toEqual([[{ ...report, reports: 1 }], [{ ...report, directive: "font-src", reports: 1 }]]);
  time += 59_999;
  log(report);
  expect(write).toHaveBeenCalledTimes(2);
  time += 1;
  log({ ...report, page: "/people" });
  expect(write).toHaveBeenLastCalledWith({ ...report, page: "/people", reports: 101 });
});
