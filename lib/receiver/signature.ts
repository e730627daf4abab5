import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

/** The header `Svc-Signature`. `t` stays as written, because the signature covers it as written. */
export type SignatureHeader = { t: string; v1: readonly string[] };

export type HeaderProblem = "no_header" | "bad_header";

/** Far above the longest useful header, so that no sender makes us split megabytes. */
const MAX_HEADER = 2048;
const MAX_V1 = 8;
const SCHEME = /^[A-Za-z][A-Za-z0-9_-]*$/;
/** Twelve digits reach past the year 30000 and stay exact as a number. */
const UNIX_SECONDS = /^[0-9]{1,12}$/;
const HEX_SHA256 = /^[0-9a-f]{64}$/;

/**
 * Reads `t=<unix>,v1=<hex>` (interface, Webhook signature, step 1; grammar of design §4): `t` once and digits only, one
 * to eight `v1` of 64 lowercase hex digits, other schemes ignored. Anything else is `bad_header`.
 */
export function parseSignatureHeader(header: string | undefined): SignatureHeader | HeaderProblem {
  if (header === undefined) return "no_header";
  if (header.length > MAX_HEADER) return "bad_header";
  let t: string | undefined;
  const v1: string[] = [];
  for (const element of header.split(",")) {
    const cut = element.indexOf("=");
    const scheme = element.slice(0, Math.max(cut, 0));
    const value = element.slice(cut + 1);
    if (scheme === "t") {
      if (t !== undefined || !UNIX_SECONDS.test(value)) return "bad_header";
      t = value;
    } else if (scheme === "v1") {
      if (v1.length === MAX_V1 || !HEX_SHA256.test(value)) return "bad_header";
      v1.push(value);
    } else if (!SCHEME.test(scheme)) {
      return "bad_header";
    }
  }
  return t === undefined || v1.length === 0 ? "bad_header" : { t, v1 };
}

/** A webhook secret as a key for verification. The interface keys the HMAC with the secret's own characters. */
export const signingKey = (secret: string): KeyObject => createSecretKey(secret, "utf8");

/** HMAC-SHA256 over `<t>.<raw body>` (interface, Webhook signature, steps 2 and 3). */
export const signatureOf = (key: KeyObject, t: string, body: Uint8Array): Buffer =>
  createHmac("sha256", key).update(`${t}.`).update(body).digest();

/** The header `Svc-Signature` of a delivery that is sent now. */
export function signatureHeaderOf(secret: string, body: Uint8Array): string {
  const t = String(Math.floor(Date.now() / 1000));
  return `t=${t},v1=${signatureOf(signingKey(secret), t, body).toString("hex")}`;
}

/**
 * The first key that made one of the header's signatures, with that signature; undefined without a match. Compares in
 * constant time.
 */
export function matchSignature<K extends { key: KeyObject }>(
  header: SignatureHeader,
  body: Uint8Array,
  keys: readonly K[],
): { match: K; signature: string } | undefined {
  for (const candidate of keys) {
    const expected = signatureOf(candidate.key, header.t, body);
    for (const signature of header.v1) {
      if (timingSafeEqual(expected, Buffer.from(signature, "hex"))) return { match: candidate, signature };
    }
  }
  return undefined;
}

/** The replay window recommended by the interface. */
const WINDOW_SECONDS = 5 * 60;
export type Timeliness = "on_time" | "late" | "too_old" | "too_new";

/**
 * Judges `t` by its distance to now in seconds, positive for a signature in the past. A signature up to `maxAgeSeconds`
 * old is late and accepted: a retry may carry the first attempt's `t` (decision 0016).
 */
export function judgeSkew(skewSeconds: number, maxAgeSeconds: number): Timeliness {
  if (skewSeconds < -WINDOW_SECONDS) return "too_new";
  if (skewSeconds <= WINDOW_SECONDS) return "on_time";
  return skewSeconds <= maxAgeSeconds ? "late" : "too_old";
}

/** Seconds by which `t` lies behind the clock, whole; negative when it lies ahead. */
export const skewSeconds = (t: string, nowMs: number): number => Math.floor(nowMs / 1000) - Number(t);
