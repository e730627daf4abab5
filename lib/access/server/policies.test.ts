import { expect, it } from "vitest";
import { readEnv } from "#lib/platform/server/base/env.ts";
import en from "#messages/en/records/policies.json" with { type: "json" };
import es from "#messages/es-MX/records/policies.json" with { type: "json" };
import { policiesOf } from "./policies.ts";

const SECRETS = {
  SVC_API_KEY: "svc_sk_live_secret",
  COTEJO_SECRET: "a master secret of at least 32 characters",
  DATABASE_URL: "postgres://cotejo:hunter2@db.example/cotejo",
  ADMIN_EMAIL: "first@example.mx",
  ADMIN_PASSWORD: "una frase bastante larga",
};
const of = (given: Record<string, string>, consent = false) =>
  policiesOf(readEnv(given), consent).flatMap(({ policies }) => policies);
const one = (name: string, given: Record<string, string> = {}, consent = false) =>
  of(given, consent).find((policy) => policy.name === name);

it("a policy has its value, the variable that sets it, and whether it is the default", () => {
  const variable = "RETENTION_AUDIT_DAYS";
  expect(one("audit")).toEqual({
    name: "audit",
    value: { is: "days", count: 3653, keepsDecided: true },
    source: { is: "variable", variable, isDefault: true },
  });
  expect(one("audit", { [variable]: "0" })).toMatchObject({ value: { count: 0 }, source: { isDefault: false } });
  // A set variable applies to all files, even if its number is that of the default.
  for (const [name, days] of [
    ["payloads", "365"],
    ["people", "365"],
    ["audit", "3653"],
  ] as const) {
    expect(one(name)).toMatchObject({ value: { keepsDecided: true }, source: { isDefault: true } });
    expect(one(name, { [`RETENTION_${name.toUpperCase()}_DAYS`]: days })).toMatchObject({
      value: { count: Number(days), keepsDecided: false },
      source: { isDefault: false },
    });
  }
  expect(one("refusals")?.value).toEqual({ is: "days", count: 30 });
  expect(one("idle", { SESSION_IDLE_MINUTES: "0.5" })?.value).toEqual({ is: "minutes", count: 0.5 });
  expect(one("secondFactor", { SECOND_FACTOR_REQUIRED_FOR: "everyone" })?.value).toEqual({
    is: "word",
    word: "everyone",
  });
  expect(one("passkey")).toMatchObject({ value: { is: "roles", roles: [] }, source: { isDefault: true } });
  expect(one("passkey", { PASSKEY_REQUIRED_FOR: "admin, compliance" })?.value).toEqual({
    is: "roles",
    roles: ["admin", "compliance"],
  });
  expect(() => one("passkey", { PASSKEY_REQUIRED_FOR: "admins" })).toThrow(
    "PASSKEY_REQUIRED_FOR: must be of compliance",
  );
  expect(() => one("passkey", { PASSKEY_REQUIRED_FOR: "admin", APP_ORIGIN: "https://[::1]" })).toThrow("IP address");
  expect(one("receiverProxies", { RECEIVER_TRUSTED_PROXIES: "10.0.0.0/8, ::1" })?.value).toEqual({
    is: "addresses",
    addresses: ["10.0.0.0/8", "::1"],
  });
  expect(one("consent", {}, true)).toEqual({
    name: "consent",
    value: { is: "word", word: "required" },
    source: { is: "page", href: "/users" },
  });
});

it("policies contain no secret, and each has a message in both languages", () => {
  const shown = JSON.stringify(of(SECRETS));
  for (const secret of Object.values(SECRETS)) expect(shown).not.toContain(secret);
  const names = of({}).map(({ name }) => name);
  for (const words of [en, es]) expect(Object.keys(words.policy)).toEqual(names);
});
