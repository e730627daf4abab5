import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import { invalid } from "#lib/server/base/errors.ts";
import { boundedFetch, logFault, type ProviderSettings, readProvider } from "./provider.ts";

/** The event that makes a token a logout token (OpenID Connect Back-Channel Logout 1.0). */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** A token older than this is refused, so that its `jti` need not be kept longer. */
export const MAX_AGE_SECONDS = 10 * 60;

const VERIFY_OPTIONS = {
  // Asymmetric signatures only: with a shared secret, or without a signature, anybody who knows the client could sign.
  algorithms: ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
  clockTolerance: 60,
  maxTokenAge: MAX_AGE_SECONDS,
};

const name = z.string().min(1).max(255);
const claims = z.looseObject({
  jti: name,
  sub: name.optional(),
  sid: name.optional(),
  events: z.looseObject({ [EVENT]: z.record(z.string(), z.unknown()) }),
  // An ID token has a nonce; a logout token must not.
  nonce: z.undefined().optional(),
});
/** Older providers set no `typ` of their own; a token of another type is for another use. */
const type = z
  .string()
  .regex(/^(application\/)?(logout\+)?jwt$/i)
  .optional();

export type Logout = { issuer: string; jti: string; sub: string | null; sid: string | null };

/** Checks signature and claims of a logout token, but not a repeated use. Throws VALIDATION_ERROR. */
export async function readLogoutToken(token: string, settings: ProviderSettings): Promise<Logout> {
  const { issuer, clientId: audience } = settings;
  const keys = await keysOf(settings);
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, { ...VERIFY_OPTIONS, issuer, audience });
    type.parse(protectedHeader.typ);
    const { jti, sub = null, sid = null } = claims.parse(payload);
    if (sub === null && sid === null) throw new RangeError("neither person nor session");
    return { issuer, jti, sub, sid };
  } catch (error) {
    if (!isTokenError(error)) logFault(error, "the keys of the OpenID provider could not be read");
    throw invalid("The logout token is refused.");
  }
}

/** Error codes of jose for an answer of the provider that is not a key set, and for a timeout. */
const KEY_SET_ERRORS = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_INVALID", "ERR_JWKS_TIMEOUT"]);

const isTokenError = (error: unknown): boolean =>
  error instanceof z.ZodError ||
  error instanceof RangeError ||
  (error instanceof errors.JOSEError && !KEY_SET_ERRORS.has(error.code));

let known: { uri: string; keys: JWTVerifyGetKey } | null = null;

/**
 * The provider's keys, cached for five minutes. A token with an unknown key id refetches them, but at most once a
 * minute, since a stranger may make such tokens up.
 */
async function keysOf(settings: ProviderSettings): Promise<JWTVerifyGetKey> {
  const uri = (await readProvider(settings)).serverMetadata().jwks_uri ?? "";
  if (known?.uri === uri) return known.keys;
  const keys = createRemoteJWKSet(new URL(uri), {
    timeoutDuration: 5_000,
    cooldownDuration: 60_000,
    cacheMaxAge: 5 * 60_000,
    [customFetch]: (url, { method, headers, redirect, signal }) =>
      boundedFetch(url, { method, headers: Object.fromEntries(headers), redirect, signal, body: undefined }),
  });
  known = { uri, keys };
  return keys;
}
