import { constants, createPublicKey, hash, type KeyObject, verify, type webcrypto } from "node:crypto";
import { z } from "zod";
import { invalid } from "#lib/server/base/errors.ts";
import { boundedFetch, logFault, type ProviderSettings, readProvider } from "./provider.ts";

/** The event that makes a token a logout token (OpenID Connect Back-Channel Logout 1.0). */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const TOLERANCE = 60;
/** A token older than this is refused, so that its `jti` need not be kept longer. */
export const OLDEST_SECONDS = 10 * 60;

const name = z.string().min(1).max(255);
const header = z.looseObject({
  alg: z.string(),
  kid: z.string().optional(),
  // Older providers name no type of their own; a token of another type is none of these.
  typ: z
    .string()
    .regex(/^(application\/)?(logout\+)?jwt$/i)
    .optional(),
  crit: z.never().optional(),
});
const claims = z.looseObject({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  iat: z.number(),
  exp: z.number().optional(),
  jti: name,
  sub: name.optional(),
  sid: name.optional(),
  events: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export type Logout = { issuer: string; jti: string; sub: string | null; sid: string | null };

const refused = (why: string) => invalid(`The logout token is refused: ${why}.`);

/** Checks signature and claims of a logout token, but not whether it came before. Throws VALIDATION_ERROR. */
export async function readLogoutToken(token: string, settings: ProviderSettings): Promise<Logout> {
  const [head = "", body = "", signature = "", ...more] = token.split(".");
  const parsed = { head: header.safeParse(partOf(head)), body: claims.safeParse(partOf(body)) };
  if (more.length > 0 || !parsed.head.success || !parsed.body.success) throw refused("malformed");
  const { alg, kid } = parsed.head.data;
  if (!(await isSigned(`${head}.${body}`, signature, { alg, kid }, settings))) throw refused("signature");
  const { iss, aud, iat, exp, jti, sub = null, sid = null, events, nonce } = parsed.body.data;
  const now = Date.now() / 1000;
  if (iss !== settings.issuer) throw refused("issuer");
  if (![aud].flat().includes(settings.clientId)) throw refused("audience");
  if (iat > now + TOLERANCE || iat < now - OLDEST_SECONDS) throw refused("time of issue");
  if (exp !== undefined && exp < now - TOLERANCE) throw refused("expired");
  if (events[EVENT] === undefined) throw refused("event");
  // An ID token has one, and is no logout token.
  if (nonce !== undefined) throw refused("nonce");
  if (sub === null && sid === null) throw refused("neither person nor session");
  return { issuer: iss, jti, sub, sid };
}

function partOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
}

type Algorithm = { digest: string | null; type: string; curve?: string; pss?: true };

/** Signatures by public keys alone: with a shared secret, or none at all, anybody who knows the client could sign. */
const ALGORITHMS: Record<string, Algorithm> = {
  RS256: { digest: "sha256", type: "rsa" },
  RS384: { digest: "sha384", type: "rsa" },
  RS512: { digest: "sha512", type: "rsa" },
  PS256: { digest: "sha256", type: "rsa", pss: true },
  PS384: { digest: "sha384", type: "rsa", pss: true },
  PS512: { digest: "sha512", type: "rsa", pss: true },
  ES256: { digest: "sha256", type: "ec", curve: "prime256v1" },
  ES384: { digest: "sha384", type: "ec", curve: "secp384r1" },
  ES512: { digest: "sha512", type: "ec", curve: "secp521r1" },
  EdDSA: { digest: null, type: "ed25519" },
  Ed25519: { digest: null, type: "ed25519" },
};

type Signed = { alg: string; kid: string | undefined };

async function isSigned(text: string, signature: string, { alg, kid }: Signed, settings: ProviderSettings) {
  const algorithm = Object.hasOwn(ALGORITHMS, alg) ? ALGORITHMS[alg] : undefined;
  if (!algorithm) return false;
  const keys = await keysOf(settings, kid);
  return keys.some(({ key }) => {
    const isOfType =
      key.asymmetricKeyType === algorithm.type &&
      (algorithm.curve === undefined || key.asymmetricKeyDetails?.namedCurve === algorithm.curve);
    const options = algorithm.pss
      ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : { key, dsaEncoding: "ieee-p1363" as const };
    return isOfType && verify(algorithm.digest, Buffer.from(text), options, Buffer.from(signature, "base64url"));
  });
}

type Key = { kid: string | undefined; key: KeyObject };

const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().optional(), use: z.string().optional() })).max(100),
});

const KNOWN_MS = 5 * 60_000;
/** Unknown names of keys make the set be read again, but not for every token that a stranger makes up. */
const AGAIN_MS = 60_000;

let known: { uri: string; keys: Key[]; at: number } | null = null;

/** The provider's keys of this name; all of them for a token that names none. */
async function keysOf(settings: ProviderSettings, kid: string | undefined): Promise<Key[]> {
  const uri = (await readProvider(settings)).serverMetadata().jwks_uri ?? "";
  const ofName = () => (known?.keys ?? []).filter((one) => kid === undefined || one.kid === kid);
  const age = known?.uri === uri ? Date.now() - known.at : Number.POSITIVE_INFINITY;
  if (age < (ofName().length > 0 ? KNOWN_MS : AGAIN_MS)) return ofName();
  known = { uri, keys: await readKeys(uri), at: Date.now() };
  return ofName();
}

async function readKeys(uri: string): Promise<Key[]> {
  try {
    const signal = AbortSignal.timeout(5_000);
    const response = await boundedFetch(uri, {
      method: "GET",
      headers: {},
      body: undefined,
      redirect: "manual",
      signal,
    });
    return keySet.parse(await response.json()).keys.flatMap(({ use, kid, ...jwk }) => {
      if (use !== undefined && use !== "sig") return [];
      try {
        return [{ kid, key: createPublicKey({ key: jwk as webcrypto.JsonWebKey, format: "jwk" }) }];
      } catch {
        // A key of a kind that is not known here.
        return [];
      }
    });
  } catch (error) {
    logFault(error, "the keys of the OpenID provider could not be read");
    return [];
  }
}

/** What is kept of an accepted token. */
export const hashLogout = ({ issuer, jti }: Logout): string => hash("sha256", JSON.stringify([issuer, jti]));
