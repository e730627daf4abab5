import { type BodyCause, signedBodies } from "./signature-bodies.ts";

/** Why a receiver that follows the interface refuses the signature. */
export type SignatureCause =
  | HeaderFault
  | BodyCause
  | ("secret_white_space" | "secret_quotes" | "secret_line" | "secret_empty")
  | ("separator" | "seconds_signed");

/** How far `t` lies from now: a receiver should refuse what is older than about five minutes (interface). */
export type SignatureAge = { seconds: number; timely: boolean };

export type SignatureCheckResult = {
  /**
   * `valid`: all as in the interface. `explained`: it would match, but for the causes. `unexplained`: no attempt
   * matches.
   */
  verdict: "valid" | "explained" | "unexplained";
  causes: SignatureCause[];
  /** Null where the header states no time. */
  age: SignatureAge | null;
};

type Bytes = Uint8Array<ArrayBuffer>;

export type SignatureCheckInput = { header: string; body: Bytes; secret: string; nowMs: number };

const WINDOW_SECONDS = 5 * 60;
const utf8 = new TextEncoder();

/**
 * Checks a signature (interface, Webhook signature). If it does not match, tries common mistakes until it does: the
 * fewest causes that explain it. Runs in the browser, by Web Crypto. Never rejects.
 */
export async function diagnoseSignature({
  header,
  body,
  secret,
  nowMs,
}: SignatureCheckInput): Promise<SignatureCheckResult> {
  const { t, v1, faults } = readHeaderLeniently(header);
  const age = t === null ? null : ageOf(t, nowMs);
  if (secret.trim() === "") return { verdict: "unexplained", causes: ["secret_empty"], age };
  if (t === null || v1.length === 0) return { verdict: "unexplained", causes: faults, age };
  const wanted = new Set(v1);
  const bodies = signedBodies(body);
  let best = null as SignatureCause[] | null;
  for (const key of secretVariants(secret)) {
    const imported = await importKey(key.secret);
    for (const string of stringVariants(t)) {
      for (const variant of bodies) {
        const causes = [...key.causes, ...string.causes, ...variant.causes];
        if (best && causes.length >= best.length) continue;
        const signed = string.join(variant.bytes);
        if (wanted.has(await hmac(imported, signed))) best = causes;
      }
    }
    if (best?.length === 0) break;
  }
  if (best === null) return { verdict: "unexplained", causes: faults, age };
  const causes = [...faults, ...best];
  return { verdict: causes.length === 0 ? "valid" : "explained", causes, age };
}

function ageOf(t: string, nowMs: number): SignatureAge {
  const signed = isMilliseconds(t) ? Number(t) / 1000 : Number(t);
  const seconds = Math.floor(nowMs / 1000 - signed);
  return { seconds, timely: Math.abs(seconds) <= WINDOW_SECONDS };
}

type Variant<T> = T & { causes: SignatureCause[] };

function secretVariants(secret: string): Variant<{ secret: string }>[] {
  const trimmed = secret.trim();
  const variants: Variant<{ secret: string }>[] = [{ secret, causes: [] }];
  if (trimmed !== secret) variants.push({ secret: trimmed, causes: ["secret_white_space"] });
  const unquoted = withoutQuotes(trimmed);
  if (unquoted) variants.push({ secret: unquoted, causes: ["secret_quotes"] });
  const value = ENV_LINE.exec(trimmed)?.[1];
  if (value) variants.push({ secret: withoutQuotes(value) ?? value, causes: ["secret_line"] });
  return variants;
}

/** A line of an environment file; quotation marks around its value are not part of the secret. */
const ENV_LINE = /^(?:export\s+)?[A-Za-z_]\w*\s*[=:]\s*(.+)$/;

const withoutQuotes = (text: string): string | undefined => /^(["'`])(.+)\1$/.exec(text)?.[2]?.trim();

type Join = { join: (body: Bytes) => Bytes };

/** `<t>.<body>` as specified, then common mistakes. */
function stringVariants(t: string): Variant<Join>[] {
  const after = (prefix: string): Join => ({ join: (body) => concat(utf8.encode(prefix), body) });
  const wrong = [":", ",", " ", "\n", "", "|", "-", "_"].map((separator) => `${t}${separator}`);
  const variants: Variant<Join>[] = [
    { ...after(`${t}.`), causes: [] },
    ...wrong.map((prefix): Variant<Join> => ({ ...after(prefix), causes: ["separator"] })),
    { join: (body) => body, causes: ["separator"] },
  ];
  // Written in milliseconds, but signed in seconds.
  if (isMilliseconds(t)) variants.push({ ...after(`${t.slice(0, -3)}.`), causes: ["seconds_signed"] });
  return variants;
}

function concat(one: Bytes, other: Bytes): Bytes {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

/** A secret as the key of an HMAC: its own characters (interface, Webhook signature, step 3). */
export const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", utf8.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/** Lowercase hex. */
export async function hmac(key: CryptoKey, signed: Bytes): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, signed));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The readable part of a header, and the faults of its form. */
type LenientHeader = { t: string | null; v1: string[]; faults: HeaderFault[] };

const HEADER_FAULTS = [
  "header_name",
  "header_spaces",
  "header_separator",
  "uppercase_hex",
  "no_t",
  "no_v1",
  "not_hex",
  "milliseconds",
] as const;
type HeaderFault = (typeof HEADER_FAULTS)[number];

const SHA256_HEX = /^[0-9a-f]{64}$/;
/** No real header is longer. */
const MAX_HEADER = 4096;

/**
 * Reads `t=<unix>,v1=<hex>` (interface, Webhook signature, step 1) leniently as long as its meaning is clear, and lists
 * each deviation from this form. Never throws.
 */
export function readHeaderLeniently(header: string): LenientHeader {
  const faults = new Set<HeaderFault>();
  let text = header
    .slice(0, MAX_HEADER)
    .trim()
    .replace(/^["']|["']$/g, "");
  const named = /^[a-z-]*signature\s*:\s*/i.exec(text);
  if (named) {
    faults.add("header_name");
    text = text.slice(named[0].length);
  }
  if (/\s/.test(text)) faults.add("header_spaces");
  const compact = text.replace(/\s+/g, " ");
  if (!compact.includes(",") && /[;&| ]\s*v1\s*=/.test(compact)) faults.add("header_separator");
  let t: string | null = null;
  const v1: string[] = [];
  for (const part of compact.split(/[,;&| ]+/)) {
    const [, name, value = ""] = /^(t|v1)=(.*)$/.exec(part) ?? [];
    if (name === "t" && t === null && /^[0-9]{1,20}$/.test(value)) t = value;
    if (name !== "v1" || value === "") continue;
    const lower = value.toLowerCase();
    if (!SHA256_HEX.test(lower)) faults.add("not_hex");
    else {
      if (lower !== value) faults.add("uppercase_hex");
      v1.push(lower);
    }
  }
  if (t === null) faults.add("no_t");
  else if (isMilliseconds(t)) faults.add("milliseconds");
  if (v1.length === 0 && !faults.has("not_hex")) faults.add("no_v1");
  return { t, v1: v1.slice(0, 8), faults: HEADER_FAULTS.filter((fault) => faults.has(fault)) };
}

/** Seconds have ten digits until the year 2286, milliseconds thirteen. */
const isMilliseconds = (t: string): boolean => t.length >= 12 && t.length <= 14;
