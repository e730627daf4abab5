import { randomBytes } from "node:crypto";
import { type Instant, parseInstant } from "#lib/platform/contract/time.ts";
import type { PostResult } from "#lib/platform/server/base/post-public.ts";
import { content, der, type Element, fields, MalformedDer, octetsOf, oid, readDer, TAG } from "./der.ts";

const SHA_256 = oid("608648016503040201");
const SIGNED_DATA = oid("2a864886f70d010702");
export const TST_INFO = oid("2a864886f70d0109100104");

const ZERO = Buffer.from([0]);
const ONE = Buffer.from([1]);
const TRUE = Buffer.from([0xff]);

type TimestampCode =
  | Exclude<PostResult, "delivered">
  | "not_configured"
  | "too_large"
  | "malformed"
  | "rejected"
  | "no_certificate"
  | "other_imprint"
  | "other_nonce"
  | "wrong_signature"
  | "other_authority";

/** Why there is no time stamp; the message is the code. */
export class TimestampError extends Error {
  override name = "TimestampError";
  readonly code: TimestampCode;
  constructor(code: TimestampCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** A request in DER, and its nonce as the content of an INTEGER. */
export type TimestampRequest = { sha256: Buffer; nonce: Buffer; der: Buffer };

/** A TimeStampReq (RFC 3161, 2.4.1) with a new nonce. The answer must include the certificate of its signer. */
export function timestampRequest(sha256: Buffer): TimestampRequest {
  if (sha256.length !== 32) throw new RangeError("a SHA-256 has 32 bytes");
  const nonce = randomBytes(16);
  // Positive, and without a zero octet at its beginning, which DER forbids.
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const imprint = der(TAG.sequence, der(TAG.sequence, der(TAG.oid, SHA_256), der(TAG.null)), der(TAG.octets, sha256));
  const request = [der(TAG.integer, ONE), imprint, der(TAG.integer, nonce), der(TAG.boolean, TRUE)];
  return { sha256, nonce, der: der(TAG.sequence, ...request) };
}

/** The digest and nonce of a request; null for the nonce of a stored answer, which was compared when it came. */
export type Asked = { sha256: Buffer; nonce: Buffer | null };

/**
 * The content of a TimeStampResp (RFC 3161, 2.4.2), and the time that it states. The signature is verified by
 * `checkSignature`. Throws TimestampError for an answer that does not fit its request, and MalformedDer.
 */
export function readResponse(answer: Buffer, asked: Asked): { signed: SignedContent; at: Instant } {
  const [status, token] = fields(readDer(answer), TAG.sequence);
  const code = content(fields(status, TAG.sequence)[0], TAG.integer);
  // `granted` or `grantedWithMods`.
  if (!code.equals(ZERO) && !code.equals(ONE)) throw new TimestampError("rejected");
  const signed = signedContent(token);
  const [version, , imprint, , time, ...optional] = fields(readDer(signed.info), TAG.sequence);
  if (!content(version, TAG.integer).equals(ONE)) throw new MalformedDer("another version of TSTInfo");
  const [algorithm, hash] = fields(imprint, TAG.sequence);
  const isSha256 = content(fields(algorithm, TAG.sequence)[0], TAG.oid).equals(SHA_256);
  if (!isSha256 || !content(hash, TAG.octets).equals(asked.sha256)) throw new TimestampError("other_imprint");
  const nonce = optional.find(({ tag }) => tag === TAG.integer);
  if (asked.nonce && !nonce?.bytes.equals(asked.nonce)) throw new TimestampError("other_nonce");
  if (signed.certificates.length === 0) throw new TimestampError("no_certificate");
  return { signed, at: instantOf(content(time, TAG.generalizedTime).toString("latin1")) };
}

/** The TSTInfo in a ContentInfo of CMS, with its SignerInfos and the certificates in it. */
export type SignedContent = { info: Buffer; certificates: Element[]; signers: Element[] };

function signedContent(token: Element | undefined): SignedContent {
  const [type, explicit] = fields(token, TAG.sequence);
  if (!content(type, TAG.oid).equals(SIGNED_DATA)) throw new MalformedDer("not signed data");
  const [, , encapsulated, ...rest] = fields(fields(explicit, TAG.first)[0], TAG.sequence);
  const [contentType, contents] = fields(encapsulated, TAG.sequence);
  if (!content(contentType, TAG.oid).equals(TST_INFO)) throw new MalformedDer("not a TSTInfo");
  const [octets] = fields(contents, TAG.first);
  const inside = (tag: number) => rest.find((element) => element.tag === tag)?.children ?? [];
  const [certificates, signers] = [inside(TAG.first), inside(TAG.set)];
  if (!octets || signers.length === 0) throw new MalformedDer("no content, or nobody signed it");
  return { info: octetsOf(octets), certificates, signers };
}

const GENERALIZED = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)((?:\.\d{1,9})?)Z$/;

function instantOf(text: string): Instant {
  const instant = parseInstant(text.replace(GENERALIZED, "$1-$2-$3T$4:$5:$6$7Z"));
  if (instant === null) throw new MalformedDer("not a time");
  return instant;
}
