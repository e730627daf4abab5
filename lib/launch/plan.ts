import { receiverSecret } from "#lib/core/server/vault/vault.ts";
import type { Env } from "#lib/platform/server/base/env.ts";
import type { ChildDefinition } from "./child.ts";

export type Mode = "start" | "dev";

/** Values that the launcher supplies for missing variables. */
export type Supplies = { databaseUrl: string; secret: string; dataDir: string };

/** Variables of specific processes; the launcher serves the metrics of all. */
const OWN = new Set(
  `ADMIN_EMAIL ADMIN_PASSWORD COTEJO_SECRET COTEJO_RECEIVER_SECRET SVC_API_KEY SVC_BASE_URL DATABASE_URL
   MIGRATION_DATABASE_URL SMTP_URL MAIL_FROM METRICS_PORT`.split(/\s+/),
);

/** The caller's environment without those variables. */
function inherited(): Record<string, string | undefined> {
  const shared = Object.entries(process.env).filter(([name]) => !OWN.has(name) && !name.startsWith(OIDC));
  return { ...Object.fromEntries(shared), NEXT_TELEMETRY_DISABLED: "1" };
}

/** Variables of the sign-in by a provider, which only the dashboard needs. */
const OIDC = "OIDC_";
const oidc = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith(OIDC)));

const nodeEnvironment = (mode: Mode) => (mode === "dev" ? "development" : "production");

/** The address of a listening process for clients on this machine. */
export function localUrl(host: string, port: number): string {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

/** The embedded sandbox: a separate service, so it gets the database and none of our secrets. */
export function sandbox(env: Env, supplies: Supplies, mode: Mode): ChildDefinition {
  const url = localUrl("127.0.0.1", env.SANDBOX_PORT);
  return {
    name: "sandbox",
    args: ["lib/sandbox/main.ts"],
    env: {
      ...inherited(),
      NODE_ENV: nodeEnvironment(mode),
      PORT: String(env.SANDBOX_PORT),
      SANDBOX_PORT: String(env.SANDBOX_PORT),
      DATABASE_URL: supplies.databaseUrl,
      DATA_DIR: supplies.dataDir,
      SANDBOX_TIME_SCALE: String(env.SANDBOX_TIME_SCALE),
    },
    ready: { url: `${url}/sandbox/ready` },
  };
}

/** The variables shared by receiver, worker and dashboard. `apiKey` is the sandbox's, if there is one. */
export function cotejoEnvironment(env: Env, supplies: Supplies, mode: Mode, apiKey: string | undefined) {
  return {
    ...inherited(),
    NODE_ENV: nodeEnvironment(mode),
    PORT: String(env.PORT),
    RECEIVER_PORT: String(env.RECEIVER_PORT),
    SANDBOX_PORT: String(env.SANDBOX_PORT),
    HOST: env.HOST,
    APP_ORIGIN: env.APP_ORIGIN,
    RECEIVER_URL: env.RECEIVER_URL,
    DATABASE_URL: supplies.databaseUrl,
    DATA_DIR: supplies.dataDir,
    BACKUP_DIR: env.BACKUP_DIR,
    COTEJO_SECRET: supplies.secret,
    SVC_API_KEY: apiKey,
    SVC_BASE_URL: env.SVC_BASE_URL ?? localUrl("127.0.0.1", env.SANDBOX_PORT),
    COTEJO_SANDBOX: env.sandbox ? "1" : undefined,
    SMTP_URL: env.SMTP_URL,
    MAIL_FROM: env.MAIL_FROM,
  };
}

export type Environment = ReturnType<typeof cotejoEnvironment>;

/** The public receiver gets neither the master secret, nor the API key, nor the mail server's password. */
export const receiver = (env: Env, environment: Environment): ChildDefinition => ({
  name: "receiver",
  args: ["lib/receiver/main.ts"],
  env: {
    ...environment,
    COTEJO_SECRET: undefined,
    SVC_API_KEY: undefined,
    SMTP_URL: undefined,
    MAIL_FROM: undefined,
    COTEJO_RECEIVER_SECRET: receiverSecrets(environment.COTEJO_SECRET ?? ""),
  },
  ready: { url: `${localUrl(env.HOST, env.RECEIVER_PORT)}/health/ready`, mayLack: "clock" },
  // The service retries a refused delivery for a quarter of an hour only.
  maxMs: 2_000,
});

/** The `COTEJO_RECEIVER_SECRET` of a `COTEJO_SECRET`, in the same order. */
export const receiverSecrets = (masters: string): string =>
  masters
    .split(",")
    .map((part) => receiverSecret(part.trim()))
    .join(",");

export const worker = (environment: Environment): ChildDefinition => ({
  name: "worker",
  args: ["lib/worker/main.ts"],
  env: environment,
  ready: "message",
});

/** `build` is the folder of the served build; undefined with hot reload. */
export const dashboard = (
  env: Env,
  environment: Environment,
  mode: Mode,
  build: string | undefined,
): ChildDefinition => ({
  name: "dashboard",
  args: ["lib/dashboard/main.ts", mode],
  env: { ...environment, ...oidc(), COTEJO_BUILD: build },
  ready: { url: `${localUrl(env.HOST, env.PORT)}/api/health/live` },
});

/** Plays the story as the role that owns the tables, without a mail server: its letters are invented. */
export const story = (env: Env, environment: Environment, ownerUrl: string): Omit<ChildDefinition, "ready"> => ({
  name: "story",
  args: ["lib/launch/story/main.ts"],
  env: {
    ...environment,
    DATABASE_URL: ownerUrl,
    SANDBOX_TIME_SCALE: String(env.SANDBOX_TIME_SCALE),
    SMTP_URL: undefined,
    MAIL_FROM: undefined,
  },
});

export const connection = (environment: Environment): Omit<ChildDefinition, "ready"> => ({
  name: "connect",
  args: ["lib/launch/connect.ts"],
  env: environment,
});
