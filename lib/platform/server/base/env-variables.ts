import { resolve } from "node:path";
import { z } from "zod";
import { senderOf } from "#lib/platform/contract/mail/address.ts";
import { wrongCharacterWords } from "#lib/platform/contract/secret-characters.ts";
import {
  addresses,
  authorityUrl,
  certificatesFile,
  databasePool,
  databaseUrl,
  days,
  isSendable,
  issuer,
  masterSecrets,
  port,
  publicUrl,
  roles,
  rolesOfClaim,
  scimClaim,
  scopes,
  securityContact,
  smtpUrl,
  upTo,
} from "./env-values.ts";

/*
 * The variables of the environment, in the groups and words of `docs/configuration.md` (`npm run configuration`). Links are
 * relative to that page. `unset` is the default in words where the schema has none, `besides` an exception from it.
 */

const ADDRESSES = {
  PORT: port.default(3000).describe("listening port of the dashboard"),
  RECEIVER_PORT: port.default(3001).describe("listening port of the receiver"),
  SANDBOX_PORT: port.default(3002).describe("listening port of the embedded service"),
  METRICS_PORT: port.optional().meta({
    unset: "off",
    description:
      "`GET /metrics` in the text format of Prometheus on this port of `HOST`; [alert rules](deploy/alerts.yaml)",
  }),
  HOST: z.string().min(1).max(255).default("127.0.0.1").describe("address that the dashboard and the receiver bind"),
  APP_ORIGIN: publicUrl
    .refine((text) => new URL(text).pathname === "/", "must be an origin without a path")
    .optional()
    .meta({ unset: "`http://localhost:$PORT`", description: "the dashboard's public origin; https unless loopback" }),
  RECEIVER_URL: publicUrl.optional().meta({
    unset: "`http://127.0.0.1:$RECEIVER_PORT`",
    description: "public address for the service's deliveries; https unless loopback",
  }),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe("number of proxies in front of the dashboard, whose `X-Forwarded-For` names the client"),
  RECEIVER_TRUSTED_PROXIES: addresses
    .default([])
    .describe(
      "addresses and networks (`10.0.0.0/8`), comma-separated, of proxies in front of the receiver, whose `X-Forwarded-For` counts",
    ),
};

const SERVICE = {
  SVC_BASE_URL: publicUrl.optional().meta({
    unset: "the embedded service",
    description: "the service's base address; https unless loopback",
  }),
  SVC_API_KEY: z
    .string()
    .min(8)
    .max(500)
    .refine(isSendable, { error: ({ input }) => wrongCharacterWords(String(input)) ?? "" })
    .optional()
    .meta({
      unset: "from the embedded service",
      description: "the first API key; after that the stored one is used",
    }),
  SERVICE_ADDRESSES: addresses.optional().meta({
    unset: "the two of the interface",
    description:
      "source addresses for deliveries: a part of the receiver's memory is reserved for them, and a refusal of their deliveries counts as an outage",
  }),
  RECEIVER_MAX_AGE_MINUTES: z.coerce
    .number()
    .min(5)
    .max(24 * 60)
    .default(24 * 60)
    .describe(
      "maximum age of an accepted delivery by its signature, 5 to 1440; after the first five minutes it is marked late",
    ),
  SANDBOX_STORY: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "`off`: the first start with the embedded service and database does not play an invented month of a team",
    ),
  SANDBOX_TIME_SCALE: upTo(100_000).default(1).describe("divides the waits of the embedded service"),
};

const DATA = {
  DATA_DIR: z.string().min(1).default(".data").describe("folder of the embedded database, generated secret and logs"),
  DATABASE_URL: databaseUrl.optional().meta({
    unset: "embedded PostgreSQL",
    description:
      "address of PostgreSQL 15 or newer, read as libpq does, [with TLS unless on this machine](operations.md#connections)",
  }),
  MIGRATION_DATABASE_URL: databaseUrl.optional().meta({
    unset: "`DATABASE_URL`",
    description:
      "address of the same database for the role that owns the tables: [roles](operations.md#database-roles)",
  }),
  DATABASE_POOL: databasePool.describe(
    "maximum number of connections of a process: [connections](operations.md#connections)",
  ),
  COTEJO_SECRET: masterSecrets.optional().meta({
    unset: "generated in `DATA_DIR`",
    description:
      "master secrets, comma-separated, the first one encrypts; each has 32 characters or more; required with `DATABASE_URL`",
  }),
  COTEJO_RECEIVER_SECRET: masterSecrets.optional().meta({
    unset: "derived from `COTEJO_SECRET`",
    description: "replaces it for a receiver that is started separately: `npm run -s receiver-secret` prints it",
  }),
  BACKUP_DIR: z
    .string()
    .min(1)
    .max(4_096)
    .transform((path) => resolve(path))
    .optional()
    .describe("folder of scheduled backups and of the erasure log"),
  BACKUP_EVERY: upTo(24 * 31)
    .optional()
    .meta({ unset: "off", description: "hours between scheduled backups; requires `BACKUP_DIR`" }),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(14).describe("number of scheduled backups to keep"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .describe("trace, debug, info, warn, error, fatal or silent"),
};

const SIGN_IN = {
  ADMIN_EMAIL: z
    .email()
    .max(320)
    .optional()
    .describe("with `ADMIN_PASSWORD`, creates the first admin; without both the banner prints a one-time setup link"),
  ADMIN_PASSWORD: z
    .string()
    .min(12, "needs at least 12 characters")
    .max(1000)
    .optional()
    .describe("password of the first admin, at least 12 characters"),
  SESSION_IDLE_MINUTES: upTo(24 * 60)
    .default(15)
    .describe("minutes without user activity after which a session ends"),
  SESSION_HOURS: upTo(7 * 24)
    .default(8)
    .describe("hours after which a session ends in any case"),
  SECOND_FACTOR_REQUIRED_FOR: z
    .enum(["none", "admins", "everyone"])
    .default("none")
    .describe("users who must set up a second factor: none, admins or everyone"),
  PASSKEY_REQUIRED_FOR: roles
    .default([])
    .describe(
      "roles, comma-separated (`admin,compliance`), whose users must set up a passkey and sign in with it: [passkeys](operations.md#passkeys)",
    ),
};

const PROVIDER = {
  OIDC_ISSUER: issuer
    .optional()
    .describe("an OpenID Connect provider for sign-in: [set-up](operations.md#sign-in-by-a-provider)"),
  OIDC_CLIENT_ID: z.string().max(500).optional().describe("Cotejo's name at the provider; required with `OIDC_ISSUER`"),
  OIDC_CLIENT_SECRET: z
    .string()
    .max(2_000)
    .optional()
    .describe("Cotejo's secret at the provider; required with `OIDC_ISSUER`"),
  OIDC_SCOPES: scopes.default("openid profile email").describe("scopes requested from the provider"),
  OIDC_ROLE_CLAIM: z.string().max(200).optional().meta({
    unset: "roles given by admins",
    description: "a claim of the provider that gives users their role; requires `OIDC_ROLES`",
  }),
  OIDC_ROLES: rolesOfClaim
    .optional()
    .describe('the role of each value of `OIDC_ROLE_CLAIM`, as JSON: `{"heads":"admin"}`'),
  OIDC_SCIM_CLAIM: scimClaim
    .default("sub")
    .describe(
      "claim of a sign-in that equals the `externalId` of an account made by SCIM: [directory](operations.md#accounts-from-the-directory)",
    ),
};

const MESSAGES = {
  SMTP_URL: smtpUrl
    .optional()
    .describe(
      "mail server, `smtps://user:password@host`, or `smtp://` with STARTTLS; plain `smtp://` on this machine only: [mail](operations.md#mail)",
    ),
  MAIL_FROM: z
    .string()
    .max(400)
    .refine((text) => senderOf(text) !== null, "must be as cotejo@example.mx, or Cotejo <cotejo@example.mx>")
    .optional()
    .meta({ unset: "required with `SMTP_URL`", description: "sender of all mails, `Cotejo <cotejo@example.mx>`" }),
  CHANNELS_ALLOW_PRIVATE: z
    .enum(["true", "false"])
    .default("false")
    .describe("true allows channels to private networks and over plain http"),
  SECURITY_CONTACT: securityContact
    .optional()
    .describe(
      "address for reports of vulnerabilities, email or https, published in `/.well-known/security.txt`; without it the file is absent",
    ),
};

const EVIDENCE = {
  TSA_URL: authorityUrl
    .optional()
    .describe("time-stamping authority (RFC 3161), https: [time stamps](operations.md#time-stamps)"),
  TSA_CA_FILE: certificatesFile.default([]).meta({
    unset: "–",
    description:
      "file in PEM with the certificates of that authority, by which signatures are verified: [time stamps](operations.md#time-stamps)",
  }),
};

const RETENTION = {
  RETENTION_PAYLOADS_DAYS: days(365, 7).meta({
    besides: "decided files: for ever",
    description:
      "days for which payloads are kept; their facts stay; 0 keeps payloads for ever; a set value also applies to accepted and rejected files",
  }),
  RETENTION_PEOPLE_DAYS: days(365, 1).meta({
    besides: "decided files: for ever",
    description:
      "days for which answers about people are kept after the last read or opening; a set value applies to all files",
  }),
  RETENTION_REFUSALS_DAYS: days(30, 1).describe("days for which refused deliveries are listed"),
  RETENTION_AUDIT_DAYS: days(3653, 90).meta({
    besides: "decided files: for ever",
    description:
      "days for which the audit trail is kept; a set value also applies to entries about accepted and rejected files",
  }),
};

export const GROUPS = {
  "Addresses and ports": ADDRESSES,
  "The service": SERVICE,
  "Data, secrets and backups": DATA,
  "Users and sessions": SIGN_IN,
  "Sign-in by a provider": PROVIDER,
  "Mail and channels": MESSAGES,
  "Time stamps": EVIDENCE,
  Retention: RETENTION,
};

export const schema = z.object({
  ...ADDRESSES,
  ...SERVICE,
  ...DATA,
  ...SIGN_IN,
  ...PROVIDER,
  ...MESSAGES,
  ...EVIDENCE,
  ...RETENTION,
});
