import { isIP } from "node:net";
import type { z } from "zod";
import { SOURCE_ADDRESSES } from "#lib/platform/contract/source-addresses.ts";
import { schema } from "./env-variables.ts";

/** A mistake in the environment; the message is one line with the variable and its expected value. */
export class EnvError extends Error {
  override name = "EnvError";
}

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
