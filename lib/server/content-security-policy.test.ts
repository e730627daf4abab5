import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy.ts";

const directive = (policy: string, name: string) => policy.split("; ").find((part) => part.startsWith(`${name} `));

test("in production nothing inline runs or styles without the nonce", () => {
  const policy = contentSecurityPolicy("abc", { developing: false });
  expect(directive(policy, "script-src")).toBe("script-src 'self' 'nonce-abc' 'strict-dynamic'");
  expect(directive(policy, "style-src-elem")).toBe("style-src-elem 'self' 'nonce-abc'");
  expect(directive(policy, "connect-src")).toBe("connect-src 'self'");
});

test("a worker may compile WebAssembly, and no page and no text", () => {
  const page = contentSecurityPolicy("abc", { developing: false });
  const worker = contentSecurityPolicy("abc", { developing: false, worker: true });
  expect(directive(worker, "script-src")).toBe("script-src 'self' 'nonce-abc' 'strict-dynamic' 'wasm-unsafe-eval'");
  expect(page).not.toContain("unsafe-eval");
  const trusted = "; require-trusted-types-for 'script'; trusted-types default";
  expect(worker.replace(" 'wasm-unsafe-eval'", "")).toBe(page.replace(trusted, ""));
});

test("in development the hot reload's own styles are let in, which a nonce beside them would forbid", () => {
  const policy = contentSecurityPolicy("abc", { developing: true });
  expect(directive(policy, "style-src-elem")).toBe("style-src-elem 'self' 'unsafe-inline'");
  expect(directive(policy, "script-src")).toContain("'nonce-abc'");
});

test("what a browser blocks is reported to this origin", () => {
  expect(directive(contentSecurityPolicy("abc", { developing: false }), "report-uri")).toBe(
    "report-uri /api/csp-reports",
  );
});

test("text becomes neither script nor markup on pages, but where hot reload evaluates it", () => {
  const demand = "require-trusted-types-for 'script'; trusted-types default;";
  expect(contentSecurityPolicy("abc", { developing: false })).toContain(demand);
  expect(contentSecurityPolicy("abc", { developing: true })).not.toContain("trusted-types");
});
