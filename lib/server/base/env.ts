import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { ROLES } from "#lib/contract/access/user.ts";
import { SOURCE_ADDRESSES } from "#lib/contract/deliveries/delivery.ts";
import { senderOf } from "#lib/contract/mail/address.ts";
import { wrongCharacterWords } from "#lib/contract/secrets/secret-characters.ts";
import { connectionOf } from "./database-url.ts";

/** A mistake in the environment; the message is one line with the variable and its expected value. */
export class EnvError extends Error {
  override name = "EnvError";
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host, as `URL` gives it, is this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

const port = z.coerce.number().int().min(1).max(65_535);

const upTo = (most: number) => z.coerce.number().positive().max(most);

/** Parts between commas. */
const parts = z.string().transform((text) => text.split(",").map((part) => part.trim()));

const webUrl = z.url({ protocol: /^https?$/ });

/** Rules of a valid URL without these parts; https unless its host is this machine. */
const addressWithout = (parts: readonly ("search" | "hash" | "username" | "password")[], words: string) =>
  z
    .string()
    .refine((text) => parts.every((part) => new URL(text)[part] === ""), `must have no ${words}`)
    .refine((text) => {
      const { protocol, hostname } = new URL(text);
      return protocol === "https:" || isLoopback(hostname);
    }, "must be https unless it is loopback");

const bareAddress = addressWithout(["username", "password", "search", "hash"], "user, query or fragment");

const publicUrl = webUrl.pipe(bareAddress).transform((text) => new URL(text).href.replace(/\/+$/, ""));

/** A time-stamping authority, with any path and query. */
const authorityUrl = webUrl
  .max(2_000)
  .pipe(addressWithout(["username", "password", "hash"], "user or fragment"))
  .transform((text) => new URL(text).href);

/** The certificates in a file in PEM. */
const certificatesFile = z.string().transform((path, context) => {
  try {
    const blocks = readFileSync(path, "latin1").match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    if (blocks) return blocks.map((block) => new X509Certificate(block));
  } catch {}
  context.addIssue({ code: "custom", message: "must be the path of a file with certificates in PEM" });
  return z.NEVER;
});

const masterSecrets = parts.refine(
  (secrets) => secrets.every((secret) => secret.length >= 32),
  "each secret needs at least 32 characters",
);

/** Addresses and networks, separated by commas: `10.0.0.0/8, 2001:db8::1`. */
const addresses = parts
  .transform((given) => given.filter((part) => part !== ""))
  .refine(
    (given) => given.length <= 100 && given.every(isAddressOrNetwork),
    "must be addresses, or networks as 10.0.0.0/8",
  );

/** Retention in days: 0 for ever, else at least `least`, which operation needs. */
const days = (fallback: number, least: number) =>
  z.coerce
    .number()
    .int()
    .max(36_500)
    .refine((count) => count === 0 || count >= least, `must be 0 (for ever) or at least ${least} days`)
    .default(fallback);

const isSendable = (text: string): boolean => wrongCharacterWords(text) === null;

/** A `Contact` of RFC 9116; an email address becomes a `mailto:`. */
const securityContact = z
  .string()
  .max(2_000)
  .transform((text) => (z.email().safeParse(text).success ? `mailto:${text}` : text))
  .refine(
    (text) => /^(https:\/\/|mailto:|tel:)[!-~]+$/.test(text),
    "must be an email address, or an https, mailto or tel address",
  );

/** A mail server: `smtps://`, or `smtp://` with STARTTLS. */
const smtpUrl = z
  .url({
    protocol: /^smtps?$/,
    error: "must be as smtps://user:password@mail.example.mx:465, or smtp:// with STARTTLS",
  })
  .max(2_000)
  .pipe(
    z
      .string()
      .refine((text) => {
        const { hostname, pathname, search, hash } = new URL(text);
        return hostname !== "" && ["", "/"].includes(pathname) && search === "" && hash === "";
      }, "must have a host, and no path, query or fragment")
      .refine((text) => isDecodable(new URL(text)), "has a % in its user or password that must be written as %25"),
  );

/** An issuer is compared letter by letter with the tokens' `iss`, so nothing is normalised, not even a final slash. */
const issuer = webUrl.max(500).pipe(bareAddress);

const scopes = z
  .string()
  .max(1_000)
  .transform((text) => [...new Set(text.split(/\s+/).filter((scope) => scope !== ""))])
  .refine((names) => names.includes("openid"), "must include openid")
  .transform((names) => names.join(" "));

/** Claims that a person can change, or that may pass to another person. */
const UNSTABLE_CLAIMS = new Set(["email", "preferred_username", "upn", "unique_name", "name"]);
const scimClaim = z
  .string()
  .max(200)
  .refine((claim) => !UNSTABLE_CLAIMS.has(claim), "must be a claim that stays with the person");

/** `{"cotejo-admins":"admin"}`: the role of each value of `OIDC_ROLE_CLAIM`. */
const rolesOfClaim = z
  .string()
  .max(10_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "must be JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().min(1), z.enum(ROLES), `must be an object of values and roles (${ROLES.join(", ")})`));

const databaseUrl = z.string().superRefine((text, context) => {
  try {
    connectionOf(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
});

/**
 * Maximum of connections of a process. Together with listening connections, a dashboard, a worker and a receiver fit into
 * the 20 of pgbouncer's defaults. Each of the three kinds of flow at the service holds a connection while its steps use others.
 */
const poolOf = (process: string, least: number, usual: number) =>
  z.coerce
    .number(`${process} must be a number`)
    .refine((size) => Number.isInteger(size) && size >= least && size <= 500, `${process} must be ${least} to 500`)
    .default(usual);

/** `dashboard=7,worker=6` */
const databasePool = z
  .string()
  .default("")
  .transform((text) => {
    const parts = text.split(",").filter((part) => part !== "");
    return Object.fromEntries(parts.map((part) => [...part.trim().split("="), ""].slice(0, 2)));
  })
  .pipe(
    z.strictObject(
      {
        dashboard: poolOf("dashboard", 4, 7),
        worker: poolOf("worker", 5, 6),
        receiver: poolOf("receiver", 3, 5),
      },
      "must be as dashboard=7,worker=6,receiver=5",
    ),
  );

/** `admin,compliance` */
const roles = parts.pipe(z.array(z.enum(ROLES, `must be of ${ROLES.join(", ")}, separated by commas`)));

const schema = z.object({
  PORT: port.default(3000),
  RECEIVER_PORT: port.default(3001),
  SANDBOX_PORT: port.default(3002),
  METRICS_PORT: port.optional(),
  HOST: z.string().min(1).max(255).default("127.0.0.1"),
  APP_ORIGIN: publicUrl.refine((text) => new URL(text).pathname === "/", "must be an origin without a path").optional(),
  RECEIVER_URL: publicUrl.optional(),
  SVC_BASE_URL: publicUrl.optional(),
  SVC_API_KEY: z
    .string()
    .min(8)
    .max(500)
    .refine(isSendable, { error: ({ input }) => wrongCharacterWords(String(input)) ?? "" })
    .optional(),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: databasePool,
  DATA_DIR: z.string().min(1).default(".data"),
  BACKUP_DIR: z
    .string()
    .min(1)
    .max(4_096)
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_EVERY: upTo(24 * 31).optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(14),
  COTEJO_SECRET: masterSecrets.optional(),
  COTEJO_RECEIVER_SECRET: masterSecrets.optional(),
  ADMIN_EMAIL: z.email().max(320).optional(),
  ADMIN_PASSWORD: z.string().min(12, "needs at least 12 characters").max(1000).optional(),
  RECEIVER_TRUSTED_PROXIES: addresses.default([]),
  RECEIVER_MAX_AGE_MINUTES: z.coerce
    .number()
    .min(5)
    .max(24 * 60)
    .default(24 * 60),
  SERVICE_ADDRESSES: addresses.optional(),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  SESSION_IDLE_MINUTES: upTo(24 * 60).default(15),
  SESSION_HOURS: upTo(7 * 24).default(8),
  SECOND_FACTOR_REQUIRED_FOR: z.enum(["none", "admins", "everyone"]).default("none"),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().max(2_000).optional(),
  OIDC_SCOPES: scopes.default("openid profile email"),
  OIDC_ROLE_CLAIM: z.string().max(200).optional(),
  OIDC_ROLES: rolesOfClaim.optional(),
  PASSKEY_REQUIRED_FOR: roles.default([]),
  OIDC_SCIM_CLAIM: scimClaim.default("sub"),
  SECURITY_CONTACT: securityContact.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z
    .string()
    .max(400)
    .refine((text) => senderOf(text) !== null, "must be as cotejo@example.mx, or Cotejo <cotejo@example.mx>")
    .optional(),
  TSA_URL: authorityUrl.optional(),
  TSA_CA_FILE: certificatesFile.default([]),
  CHANNELS_ALLOW_PRIVATE: z.enum(["true", "false"]).default("false"),
  SANDBOX_TIME_SCALE: upTo(100_000).default(1),
  RETENTION_PAYLOADS_DAYS: days(365, 7),
  RETENTION_PEOPLE_DAYS: days(365, 1),
  RETENTION_REFUSALS_DAYS: days(30, 1),
  RETENTION_AUDIT_DAYS: days(3653, 90),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

/** The names of all variables. */
export const VARIABLES = Object.keys(schema.shape);

const OIDC_TOGETHER = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

export type Env = Omit<z.output<typeof schema>, "APP_ORIGIN" | "RECEIVER_URL" | "SERVICE_ADDRESSES"> & {
  /** The dashboard's public origin, without a trailing slash; every URL and the CSRF check use it. */
  APP_ORIGIN: string;
  /** Public base address that the service delivers to, without a trailing slash. */
  RECEIVER_URL: string;
  /** Addresses and networks that the service delivers from. */
  SERVICE_ADDRESSES: string[];
  /** True when this installation runs against the embedded service. */
  sandbox: boolean;
  /** Whether data of decided files is kept for ever: while the variable is not set. A set one applies to all files. */
  keepsDecided: Record<"payloads" | "people" | "audit", boolean>;
};

/**
 * Reads and checks the environment (design §3). An empty variable counts as absent. Throws EnvError for the first
 * mistake; its message never contains the value, since some values are secret.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new EnvError(`${String(issue?.path[0] ?? "environment")}: ${issue?.message ?? "invalid"}`);
  }
  const env = parsed.data;
  if (env.ADMIN_EMAIL && !env.ADMIN_PASSWORD) throw new EnvError("ADMIN_PASSWORD: required with ADMIN_EMAIL");
  if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL) throw new EnvError("ADMIN_EMAIL: required with ADMIN_PASSWORD");
  if (env.BACKUP_EVERY && !env.BACKUP_DIR) throw new EnvError("BACKUP_DIR: required with BACKUP_EVERY");
  if (env.SMTP_URL && !env.MAIL_FROM) throw new EnvError("MAIL_FROM: required with SMTP_URL");
  if (env.MAIL_FROM && !env.SMTP_URL) throw new EnvError("SMTP_URL: required with MAIL_FROM");
  for (const name of OIDC_TOGETHER) {
    const given = OIDC_TOGETHER.find((other) => env[other] !== undefined);
    if (given && env[name] === undefined) throw new EnvError(`${name}: required with ${given}`);
  }
  if (env.OIDC_ROLE_CLAIM && !env.OIDC_ISSUER) throw new EnvError("OIDC_ISSUER: required with OIDC_ROLE_CLAIM");
  if (env.OIDC_ROLE_CLAIM && !env.OIDC_ROLES) throw new EnvError("OIDC_ROLES: required with OIDC_ROLE_CLAIM");
  if (env.OIDC_ROLES && !env.OIDC_ROLE_CLAIM) throw new EnvError("OIDC_ROLE_CLAIM: required with OIDC_ROLES");
  const appOrigin = env.APP_ORIGIN ? new URL(env.APP_ORIGIN).origin : `http://localhost:${env.PORT}`;
  const { hostname } = new URL(appOrigin);
  if (env.PASSKEY_REQUIRED_FOR.length > 0 && isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0) {
    throw new EnvError("PASSKEY_REQUIRED_FOR: there are no passkeys where APP_ORIGIN is an IP address");
  }
  const sandbox = !env.SVC_BASE_URL || present.COTEJO_SANDBOX === "1";
  return {
    ...env,
    APP_ORIGIN: appOrigin,
    RECEIVER_URL: env.RECEIVER_URL ?? `http://127.0.0.1:${env.RECEIVER_PORT}`,
    SERVICE_ADDRESSES: env.SERVICE_ADDRESSES ?? (sandbox ? ["127.0.0.1"] : [...SOURCE_ADDRESSES]),
    sandbox,
    keepsDecided: {
      payloads: present.RETENTION_PAYLOADS_DAYS === undefined,
      people: present.RETENTION_PEOPLE_DAYS === undefined,
      audit: present.RETENTION_AUDIT_DAYS === undefined,
    },
  };
}

let current: Env | undefined;

export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}

/** A variable that the launcher supplies if the environment does not. */
export function supplied<Name extends "COTEJO_SECRET" | "DATABASE_URL" | "SVC_BASE_URL">(name: Name) {
  const value: Env[Name] = env()[name];
  if (!value) throw new Error(`${name} is supplied by the launcher or the environment`);
  return value;
}

function isAddressOrNetwork(text: string): boolean {
  const [address = "", prefix, ...more] = text.split("/");
  const bits = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== null;
  } catch {
    return false;
  }
}
