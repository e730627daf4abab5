import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { parseEnv } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { EnvError, readEnv } from "./env.ts";

const refusal = (source: Record<string, string>): string => {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return "";
};

describe("addresses", () => {
  it.each(["APP_ORIGIN", "RECEIVER_URL", "SVC_BASE_URL"])("in %s are https, unless they are this machine", (name) => {
    expect(refusal({ [name]: "http://cotejo.example" })).toBe(`${name}: must be https unless it is loopback`);
    expect(refusal({ [name]: "https://user:word@cotejo.example" })).toContain("must have no user");
    for (const fine of ["https://cotejo.example", "http://localhost:8080", "http://127.0.0.1:8080"]) {
      expect(refusal({ [name]: fine })).toBe("");
    }
  });
});

describe("the mail server", () => {
  const MAIL_FROM = "Cotejo <cotejo@example.mx>";

  it("is named together with the sender, or not at all", () => {
    expect(readEnv({}).SMTP_URL).toBeUndefined();
    expect(refusal({ MAIL_FROM })).toBe("SMTP_URL: required with MAIL_FROM");
    expect(refusal({ SMTP_URL: "smtps://mail.example.mx" })).toBe("MAIL_FROM: required with SMTP_URL");
    for (const SMTP_URL of ["smtps://cotejo:p%40ss@mail.example.mx", "smtp://mail.example.mx:2525", "smtp://[::1]"]) {
      expect(refusal({ SMTP_URL, MAIL_FROM })).toBe("");
    }
  });

  it.each([
    ["mail.example.mx", "must be as smtps://"],
    ["mail.example.mx:25", "must be as smtps://"],
    ["https://mail.example.mx", "must be as smtps://"],
    ["smtp://mail.example.mx/inbox", "no path"],
    ["smtps://mail.example.mx?tls.rejectUnauthorized=false", "no path, query"],
    ["smtps://cotejo:100%@mail.example.mx", "written as %25"],
  ])("is not %s", (SMTP_URL, words) => {
    expect(refusal({ SMTP_URL, MAIL_FROM })).toContain(`SMTP_URL: `);
    expect(refusal({ SMTP_URL, MAIL_FROM })).toContain(words);
  });

  it.each(["Cotejo", "a@example.mx, b@example.mx", "Cotejo\nBcc: b@example.mx <a@example.mx>"])(
    "does not send as %j",
    (text) => {
      expect(refusal({ SMTP_URL: "smtps://mail.example.mx", MAIL_FROM: text })).toContain("MAIL_FROM: must be as");
    },
  );
});

describe("the time-stamping authority", () => {
  it.each(["https://tsa.example.mx/", "https://tsa.example.mx/rfc3161?policy=1", "http://127.0.0.1:8080/tsa"])(
    "is %s",
    (TSA_URL) => {
      expect(readEnv({ TSA_URL }).TSA_URL).toBe(TSA_URL);
    },
  );

  it.each([
    "http://tsa.example.mx/",
    "https://user:password@tsa.example.mx/",
    "ftp://tsa.example.mx/",
    "tsa.example.mx",
  ])("is not %s", (TSA_URL) => {
    expect(refusal({ TSA_URL })).toContain("TSA_URL: ");
  });

  it("is recognised by the certificates in a file", () => {
    expect(readEnv({}).TSA_CA_FILE).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), "cotejo-env-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "authority.pem");
    writeFileSync(file, `A comment\n${rootCertificates.slice(0, 2).join("\n")}\n`);
    expect(readEnv({ TSA_CA_FILE: file }).TSA_CA_FILE.map(({ ca }) => ca)).toEqual([true, true]);
    for (const wrong of ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]) {
      writeFileSync(file, wrong);
      expect(refusal({ TSA_CA_FILE: file })).toBe("TSA_CA_FILE: must be the path of a file with certificates in PEM");
    }
    expect(refusal({ TSA_CA_FILE: "/nowhere.pem" })).toContain("TSA_CA_FILE: ");
  });
});

describe("lists of addresses", () => {
  it("have the service's two, and no proxies unless they are named", () => {
    const { RECEIVER_TRUSTED_PROXIES, SERVICE_ADDRESSES } = readEnv({ SVC_BASE_URL: "https://api.example.mx" });
    expect([RECEIVER_TRUSTED_PROXIES, SERVICE_ADDRESSES]).toEqual([[], ["35.170.236.123", "54.162.134.233"]]);
    expect(readEnv({}).SERVICE_ADDRESSES).toEqual(["127.0.0.1"]);
    const given = "10.0.0.0/8, 2001:db8::/32 ,127.0.0.1";
    expect(readEnv({ RECEIVER_TRUSTED_PROXIES: given }).RECEIVER_TRUSTED_PROXIES).toEqual([
      "10.0.0.0/8",
      "2001:db8::/32",
      "127.0.0.1",
    ]);
  });

  it.each(["proxy.example", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0", "2001:db8::/129", "1.2.3.4/-1"])(
    "hold no %s",
    (text) => {
      expect(refusal({ RECEIVER_TRUSTED_PROXIES: text })).toContain("RECEIVER_TRUSTED_PROXIES: must be addresses");
    },
  );
});

describe("retention days", () => {
  it("have a default each, and may be unlimited", () => {
    expect(readEnv({})).toMatchObject({
      RETENTION_PAYLOADS_DAYS: 365,
      RETENTION_PEOPLE_DAYS: 365,
      RETENTION_REFUSALS_DAYS: 30,
      RETENTION_AUDIT_DAYS: 3653,
      keepsDecided: { payloads: true, people: true, audit: true },
    });
    expect(readEnv({ RETENTION_AUDIT_DAYS: "0" }).RETENTION_AUDIT_DAYS).toBe(0);
    expect(readEnv({ RETENTION_PEOPLE_DAYS: "365", RETENTION_PAYLOADS_DAYS: "" }).keepsDecided).toEqual({
      payloads: true,
      people: false,
      audit: true,
    });
  });

  it.each([
    ["RETENTION_PAYLOADS_DAYS", 7],
    ["RETENTION_PEOPLE_DAYS", 1],
    ["RETENTION_REFUSALS_DAYS", 1],
    ["RETENTION_AUDIT_DAYS", 90],
  ])("of %s are %i at least", (name, least) => {
    expect(refusal({ [name]: String(least) })).toBe("");
    for (const days of [least - 1, 0.5, -1].filter((each) => each !== 0)) {
      expect(refusal({ [name]: String(days) })).toContain(`${name}: `);
    }
  });
});

describe("the contact for vulnerabilities", () => {
  it.each([
    ["security@cotejo.example", "mailto:security@cotejo.example"],
    ["mailto:security@cotejo.example", "mailto:security@cotejo.example"],
    ["https://cotejo.example/security", "https://cotejo.example/security"],
    ["", undefined],
  ])("%j is %j", (given, contact) => {
    expect(readEnv({ SECURITY_CONTACT: given }).SECURITY_CONTACT).toBe(contact);
  });

  it.each(["the office", "http://cotejo.example/", "javascript:alert(1)", "https://cotejo.example/\nExpires: never"])(
    "is not %j",
    (given) => {
      expect(refusal({ SECURITY_CONTACT: given })).toBe(
        "SECURITY_CONTACT: must be an email address, or an https, mailto or tel address",
      );
    },
  );
});

describe("the provider of sign-ins", () => {
  const provider = {
    OIDC_ISSUER: "https://login.example.mx/",
    OIDC_CLIENT_ID: "cotejo",
    OIDC_CLIENT_SECRET: "a secret of the client",
  };
  const roles = { ...provider, OIDC_ROLE_CLAIM: "groups", OIDC_ROLES: '{"heads":"admin"}' };

  it("is named whole or not at all, and its issuer is kept letter by letter", () => {
    expect(readEnv(provider).OIDC_ISSUER).toBe("https://login.example.mx/");
    expect(readEnv({ ...provider, OIDC_SCOPES: " openid  groups openid " }).OIDC_SCOPES).toBe("openid groups");
    expect(readEnv(provider).OIDC_SCIM_CLAIM).toBe("sub");
    expect(readEnv(roles).OIDC_ROLES).toEqual({ heads: "admin" });
    expect(refusal({ ...provider, OIDC_CLIENT_SECRET: "" })).toBe("OIDC_CLIENT_SECRET: required with OIDC_ISSUER");
    expect(refusal({ OIDC_CLIENT_ID: "cotejo" })).toBe("OIDC_ISSUER: required with OIDC_CLIENT_ID");
    expect(refusal({ ...roles, OIDC_ROLES: "" })).toBe("OIDC_ROLES: required with OIDC_ROLE_CLAIM");
    expect(refusal({ ...roles, OIDC_ROLE_CLAIM: "" })).toBe("OIDC_ROLE_CLAIM: required with OIDC_ROLES");
  });

  it.each([
    ["an issuer that is no address", { OIDC_ISSUER: "login.example.mx" }, "OIDC_ISSUER: Invalid URL"],
    ["plain http elsewhere", { OIDC_ISSUER: "http://login.example.mx" }, "OIDC_ISSUER: must be https"],
    ["a query", { OIDC_ISSUER: "https://login.example.mx/?a=b" }, "OIDC_ISSUER: must have no user"],
    ["scopes without openid", { OIDC_SCOPES: "profile" }, "OIDC_SCOPES: must include openid"],
    ["roles that are no JSON", { OIDC_ROLES: "heads=admin" }, "OIDC_ROLES: must be JSON"],
    [
      "an address for what SCIM calls externalId",
      { OIDC_SCIM_CLAIM: "email" },
      "OIDC_SCIM_CLAIM: must be a claim that",
    ],
    ["a role that does not exist", { OIDC_ROLES: '{"heads":"owner"}' }, "OIDC_ROLES: "],
    ["a list of roles", { OIDC_ROLES: '["admin"]' }, "OIDC_ROLES: must be an object"],
  ])("has not %s", (_what, wrong, words) => {
    expect(refusal({ ...roles, ...wrong })).toContain(words);
  });

  it("may be plain http on this machine", () => {
    expect(refusal({ ...provider, OIDC_ISSUER: "http://127.0.0.1:4000" })).toBe("");
  });
});

it("a mistake is reported without its value, which may be a secret", () => {
  const value = "too-short-and-secret";
  expect(refusal({ COTEJO_SECRET: value })).toBe("COTEJO_SECRET: each secret needs at least 32 characters");
  expect(refusal({ SVC_API_KEY: `${value} with spaces` })).not.toContain(value);
  expect(refusal({ SVC_API_KEY: `${value}\u2011live` })).toBe(
    "SVC_API_KEY: character 21 is U+2011 NON-BREAKING HYPHEN, which cannot be sent",
  );
});

it.each([
  ["a value out of range", { PORT: "70000" }, /^PORT: .+$/],
  ["an unknown log level", { LOG_LEVEL: "loud" }, /^LOG_LEVEL: .+$/],
  ["an admin's email alone", { ADMIN_EMAIL: "ana@example.mx" }, /^ADMIN_PASSWORD: required with ADMIN_EMAIL$/],
  ["an admin's password alone", { ADMIN_PASSWORD: "a long password" }, /^ADMIN_EMAIL: required with ADMIN_PASSWORD$/],
])("%s is refused in one line that names the variable", (_, source, line) => {
  expect(refusal(source)).toMatch(line);
});

it("the sample of docs/deploy has the same values in a shell as for Node, also where they are commented out", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../../docs/deploy/cotejo.env"), "utf8");
  const all = text.replaceAll(/^# (?=[A-Z_]+=)/gm, "");
  const { stdout } = spawnSync("sh", ["-ac", `${all}\nexec env -0`], {
    encoding: "utf8",
    env: {} as NodeJS.ProcessEnv,
  });
  const loaded = new Map(stdout.split("\0").map((line) => [line.split("=")[0], line.slice(line.indexOf("=") + 1)]));
  const values = parseEnv(all);
  expect(Object.keys(values)).toContain("OIDC_ROLES");
  for (const [name, value] of Object.entries(values)) expect([name, loaded.get(name)]).toEqual([name, value]);
  expect(
    readEnv({
      ...values,
      OIDC_CLIENT_SECRET: "secret",
      SVC_API_KEY: "key-of-the-account",
      COTEJO_SECRET: randomBytes(32).toString("base64"),
      DATABASE_URL: undefined,
      MIGRATION_DATABASE_URL: undefined,
      // A file of the operator.
      TSA_CA_FILE: undefined,
    }).OIDC_ROLES,
  ).toEqual({ "cotejo-admins": "admin", "cotejo-officers": "compliance" });
});

it("the sample of docs/deploy is valid, and names no unused variable", () => {
  const sample = parseEnv(readFileSync(join(import.meta.dirname, "../../../../docs/deploy/cotejo.env"), "utf8"));
  const filledIn = { ...sample, SVC_API_KEY: "key-of-the-account", COTEJO_SECRET: randomBytes(32).toString("base64") };
  const names = Object.keys(readEnv(filledIn));
  expect(Object.keys(sample).filter((name) => !names.includes(name))).toEqual([]);
  expect(readEnv(filledIn)).toMatchObject({ sandbox: false, TRUSTED_PROXIES: 1 });
});
