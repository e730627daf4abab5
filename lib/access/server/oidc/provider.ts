import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
} from "openid-client";
import { env } from "#lib/platform/server/base/env.ts";
import { describeFault, notFound } from "#lib/platform/server/base/errors.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { readBody } from "#lib/platform/server/base/read-body.ts";
import { createReportLimit } from "#lib/platform/server/base/report-limit.ts";
import { leaveTurn } from "#lib/platform/server/base/request-turn.ts";
import { ProviderSignInError } from "./problem.ts";

/** The settings of the provider. Throws NOT_FOUND in an installation without one. */
export function providerSettings() {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPES, OIDC_ROLE_CLAIM, OIDC_ROLES } = env();
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) throw notFound("A provider of sign-ins");
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scopes: OIDC_SCOPES,
    /** The claim that equals the `externalId` of an account made by SCIM. */
    scimClaim: env().OIDC_SCIM_CLAIM,
    /** Null if an admin sets the roles. */
    roles: OIDC_ROLE_CLAIM && OIDC_ROLES ? { claim: OIDC_ROLE_CLAIM, byValue: OIDC_ROLES } : null,
  };
}

export type ProviderSettings = ReturnType<typeof providerSettings>;

const TIMEOUT_SECONDS = 5;
const MAX_ANSWER_BYTES = 512 * 1024;
/** Endpoints and methods change rarely; `keysOf` reads the signing keys again every five minutes. */
const CACHE_MS = 60 * 60_000;
/** After a failure the provider gets no request for this time, however many users sign in. */
const RETRY_PAUSE_MS = 5_000;

let known: { config: Configuration; until: number } | null = null;
let failedUntil = 0;
let pending: Promise<Configuration> | null = null;

/**
 * The provider's metadata, fetched at the first use and again every hour; older metadata serves while the provider does
 * not answer. Throws ProviderSignInError.
 */
export async function readProvider(settings: ProviderSettings): Promise<Configuration> {
  if (known && Date.now() < known.until) return known.config;
  if (Date.now() < failedUntil) return staleOr();
  pending ??= discover(settings).finally(() => {
    pending = null;
  });
  try {
    const config = await pending;
    known = { config, until: Date.now() + CACHE_MS };
    return config;
  } catch (error) {
    failedUntil = Date.now() + RETRY_PAUSE_MS;
    return staleOr(error);
  }
}

function staleOr(cause?: unknown): Configuration {
  if (known) return known.config;
  throw new ProviderSignInError("unavailable", { cause });
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  try {
    const config = await discovery(new URL(issuer), clientId, clientSecret, authentication(clientSecret), {
      [customFetch]: boundedFetch,
      timeout: TIMEOUT_SECONDS,
      execute: issuer.startsWith("http:") ? [allowInsecureRequests] : [],
    });
    if (config.serverMetadata().issuer === issuer) return config;
  } catch (error) {
    logFault(error, "the OpenID provider could not be read");
    throw error;
  }
  const error = new RangeError("OIDC_ISSUER is not exactly the issuer that the provider names");
  logFault(error, error.message);
  throw error;
}

/** `client_secret_post` unless the provider offers only other methods. */
const authentication =
  (secret: string): ClientAuth =>
  (as, ...rest) => {
    const methods = as.token_endpoint_auth_methods_supported;
    const posts = methods === undefined || methods.includes("client_secret_post");
    return (posts ? ClientSecretPost(secret) : ClientSecretBasic(secret))(as, ...rest);
  };

/** Reads at most MAX_ANSWER_BYTES of an answer. The library follows no redirect, and aborts after the timeout. */
export const boundedFetch: CustomFetch = async (url, options) => {
  leaveTurn();
  const response = await fetch(url, { ...options, cache: "no-store" } as RequestInit);
  const body = await readBody(response.body, MAX_ANSWER_BYTES);
  if (body === null) throw new RangeError("an answer of the OpenID provider is too large");
  const { status, headers } = response;
  return new Response(NO_BODY.has(status) ? null : body, { status, headers });
};

const NO_BODY = new Set([204, 205, 304]);

/** Anybody can cause a refused answer, so each kind of fault is logged once in this time. */
const LOG_INTERVAL_MS = 10_000;
const seldom = createReportLimit(LOG_INTERVAL_MS);

/** Logs a fault without the errors' messages, which may quote claims of a person. */
export function logFault(error: unknown, message: string): void {
  if (seldom(message) !== null) createLog("dashboard").warn({ faults: describeFault(error) }, message);
}
