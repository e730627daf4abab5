import { compactVerify } from "jose";
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  ClientError,
  type Configuration,
  fetchUserInfo,
  ResponseBodyError,
} from "openid-client";
import { z } from "zod";
import { isSingleFactor } from "#lib/access/contract/provider-claims.ts";
import type { ByProvider } from "#lib/access/server/sessions.ts";
import { callbackUrl, type Flow } from "./flow.ts";
import { ALGORITHMS, isTokenFault, keysOf } from "./keys.ts";
import { ProviderSignInError } from "./problem.ts";
import { logFault, type ProviderSettings, readProvider } from "./provider.ts";

/** The user and the sign-in that the answer of the provider states. */
export type Verified = ByProvider & {
  subject: string;
  claims: Readonly<Record<string, unknown>>;
  /** The claim that the directory's `externalId` equals; null where the provider sends none. */
  scimId: string | null;
};

const MAX_SKEW_SECONDS = 60;
const MAX_SUBJECT = 255;
/** Seconds since 1970. With any other value the user has not authenticated just now. */
const numericDate = z.number().min(0);

/** Checks the provider's answer and exchanges its code, once. Throws ProviderSignInError. */
export async function redeem(flow: Flow, search: string, settings: ProviderSettings): Promise<Verified> {
  const config = await readProvider(settings);
  const now = () => Math.floor(Date.now() / 1000);
  try {
    const tokens = await authorizationCodeGrant(config, new URL(`${callbackUrl()}${search}`), {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
      // The user must have authenticated since the flow began.
      ...(flow.purpose !== "sign_in" && { maxAge: Math.max(0, now() - flow.began) }),
    });
    const { id_token: idToken = "" } = tokens;
    // The library relies on TLS for the signature of an ID token; its own check would refuse a rotated key for a minute.
    await compactVerify(idToken, await keysOf(settings), { algorithms: ALGORITHMS });
    const claims = tokens.claims();
    if (!claims || claims.sub.length > MAX_SUBJECT) throw new RangeError("no usable subject");
    if (claims.iat > now() + MAX_SKEW_SECONDS) throw new RangeError("issued in the future");
    if (claims.azp !== undefined && claims.azp !== settings.clientId) throw new RangeError("for another client");
    const authTime = numericDate.safeParse(claims.auth_time).data ?? null;
    if (authTime !== null && authTime > now() + MAX_SKEW_SECONDS) throw new RangeError("authenticated in the future");
    const all = { ...(await moreClaims(config, flow, tokens.access_token, claims, settings)), ...claims };
    return {
      issuer: settings.issuer,
      subject: claims.sub,
      claims: all,
      scimId: scimIdOf(all, settings),
      authTime,
      sid: typeof claims.sid === "string" ? claims.sid.slice(0, MAX_SUBJECT) : null,
      singleFactor: isSingleFactor(claims.amr),
      idToken,
    };
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== "cancelled") logFault(error, "an answer of the OpenID provider was refused");
    throw new ProviderSignInError(problem, { cause: error });
  }
}

function scimIdOf(claims: Readonly<Record<string, unknown>>, { scimClaim }: ProviderSettings): string | null {
  const value = claims[scimClaim];
  return typeof value === "string" && value !== "" && value.length <= MAX_SUBJECT ? value : null;
}

/** Claims of the userinfo endpoint: some providers keep the ID token small. */
async function moreClaims(
  config: Configuration,
  { purpose }: Flow,
  accessToken: string,
  claims: Readonly<Record<string, unknown>> & { sub: string },
  { roles, scimClaim }: ProviderSettings,
): Promise<object> {
  const wanted = ["email", "name", scimClaim, ...(roles ? [roles.claim] : [])];
  const isAsked = purpose === "sign_in" && wanted.some((name) => claims[name] === undefined);
  if (!isAsked || !config.serverMetadata().userinfo_endpoint) return {};
  return fetchUserInfo(config, accessToken, claims.sub);
}

const DECLINED = new Set(["access_denied", "login_required", "interaction_required", "consent_required"]);

function problemOf(error: unknown): "cancelled" | "invalid" | "unavailable" {
  if (error instanceof AuthorizationResponseError) return DECLINED.has(error.error) ? "cancelled" : "invalid";
  if (error instanceof ResponseBodyError || error instanceof RangeError || isTokenFault(error)) return "invalid";
  // Any other error means no connection, or no answer in time.
  return error instanceof ClientError && error.code !== "OAUTH_TIMEOUT" ? "invalid" : "unavailable";
}
