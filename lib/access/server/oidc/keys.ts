import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { boundedFetch, type ProviderSettings, readProvider } from "./provider.ts";

/** Asymmetric signatures only: with a shared secret the client could sign too, and without a signature anybody could. */
export const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

const CACHE_MS = 5 * 60_000;
/** Between two reads. The provider may have rotated its key, but a stranger may make up tokens with an unknown key. */
const READ_PAUSE_MS = 5_000;

let known: { uri: string; keys: JWTVerifyGetKey } | null = null;

/** The keys of ID tokens and logout tokens, cached; a token with an unknown key id refetches them. */
export async function keysOf(settings: ProviderSettings): Promise<JWTVerifyGetKey> {
  const uri = (await readProvider(settings)).serverMetadata().jwks_uri ?? "";
  if (known?.uri === uri) return known.keys;
  let pausedUntil = 0;
  const keys = createRemoteJWKSet(new URL(uri), {
    timeoutDuration: 5_000,
    cooldownDuration: READ_PAUSE_MS,
    cacheMaxAge: CACHE_MS,
    [customFetch]: async (url, { method, headers, redirect, signal }) => {
      // The library pauses after a successful read alone.
      if (Date.now() < pausedUntil) throw new errors.JWKSTimeout();
      pausedUntil = Date.now() + READ_PAUSE_MS;
      return boundedFetch(url, { method, headers: Object.fromEntries(headers), redirect, signal, body: undefined });
    },
  });
  known = { uri, keys };
  return keys;
}

/** Error codes of jose for an answer of the provider that is not a key set, and for a timeout. */
const KEY_SET_ERRORS = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_INVALID", "ERR_JWKS_TIMEOUT"]);

/** Whether the token is at fault, rather than the provider's keys. */
export const isTokenFault = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !KEY_SET_ERRORS.has(error.code);
