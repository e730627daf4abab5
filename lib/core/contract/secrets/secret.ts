import { hmac, importKey } from "#lib/core/contract/deliveries/signature-check.ts";
import { type DeclaredBy, declared, type IdName, type KeyIn } from "#lib/modules.ts";

/** The kinds of values that are shown once, each with the name of its subject's id. */
export const SUBJECT_IDS: Readonly<Record<RevealKind, IdName>> = Object.assign({}, ...declared("reveals"));
type RevealKind = KeyIn<DeclaredBy<"reveals">>;
export const REVEAL_KINDS = Object.keys(SUBJECT_IDS) as RevealKind[];

/** An entry of `GET /api/reveals`: a value shown once, held for the session that caused it. */
export type Reveal = {
  id: string;
  kind: RevealKind;
  /** The id of the key, webhook, token or channel, and its name for people. */
  subject_id: string;
  name: string;
  value: string;
  /** The first 12 hex digits of the value's SHA-256. */
  fingerprint: string;
  expires_at: string;
};

/** The result of comparing a signature made with a stored secret. */
export type SecretProof =
  | "matches"
  /** The secret was stored with a line break or blanks, in quotes, or without its prefix. */
  | "white_space"
  | "quotes"
  | "prefix"
  /** The signature is by another secret, or over other bytes. */
  | "other"
  /** The pasted text holds no signature. */
  | "unreadable";

const utf8 = new TextEncoder();

/** A sample to sign with a secret: a time in Unix seconds and a body, as a delivery has them. */
export type Sample = { t: string; body: string };

/** The header of a delivery that carries the sample (interface, Webhook signature). */
export async function signSample(secret: string, { t, body }: Sample): Promise<string> {
  return `t=${t},v1=${await hmac(await importKey(secret), utf8.encode(`${t}.${body}`))}`;
}

/**
 * Whether a stored secret equals `secret`, by its signature over the sample: a header, bare hex, or the output of
 * openssl. Runs in the browser. Never rejects.
 */
export async function proveSecret(pasted: string, secret: string, sample: Sample): Promise<SecretProof> {
  const found = new Set(pasted.toLowerCase().match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g) ?? []);
  if (found.size === 0) return "unreadable";
  for (const { proof, stored } of mistakes(secret)) {
    const signature = (await signSample(stored, sample)).split("v1=")[1] ?? "";
    if (found.has(signature)) return proof;
  }
  return "other";
}

/** Texts that may have been stored as the secret, the secret itself first. */
function mistakes(secret: string): { proof: SecretProof; stored: string }[] {
  const bare = secret.replace(/^[a-z]+_/, "");
  return [
    { proof: "matches", stored: secret },
    ...["\n", "\r\n", " ", "\t"].map((end) => ({ proof: "white_space" as const, stored: secret + end })),
    { proof: "white_space", stored: ` ${secret}` },
    ...["'", '"', "`"].map((quote) => ({ proof: "quotes" as const, stored: quote + secret + quote })),
    ...(bare === secret || bare === "" ? [] : [{ proof: "prefix" as const, stored: bare }]),
  ];
}
