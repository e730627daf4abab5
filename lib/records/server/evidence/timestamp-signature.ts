import { constants, hash, verify, X509Certificate } from "node:crypto";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { TimestampSignature } from "#lib/records/contract/evidence/timestamps.ts";
import { content, der, type Element, fields, oid, TAG } from "./der.ts";
import { type SignedContent, TST_INFO } from "./timestamp-message.ts";

const CONTENT_TYPE = oid("2a864886f70d010903");
const MESSAGE_DIGEST = oid("2a864886f70d010904");
const SIGNING_CERTIFICATE = oid("2a864886f70d010910020c");
const SIGNING_CERTIFICATE_V2 = oid("2a864886f70d010910022f");
const RSA_PSS = oid("2a864886f70d01010a");
const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";

const HASHES: readonly [algorithm: Buffer, name: string][] = [
  [oid("608648016503040201"), "sha256"],
  [oid("608648016503040202"), "sha384"],
  [oid("608648016503040203"), "sha512"],
];

/**
 * By which certificate the signature of a time stamp of this time is verified (RFC 5652, 5.4 and 5.6; RFC 3161, 2.3): by
 * the one in the answer, which leads to one of `trusted` if there are some. Revocation is not checked. Throws MalformedDer.
 */
export function checkSignature(
  signed: SignedContent,
  at: Instant,
  trusted: readonly X509Certificate[],
): TimestampSignature {
  const certificates = signed.certificates.flatMap(parsed);
  const signer = signerOf(signed, certificates);
  if (!signer || !isValid(signer, at) || signer.keyUsage?.join() !== TIME_STAMPING) return "wrong_signature";
  if (trusted.length === 0) return "carried";
  return leadsTo(trusted, signer, { certificates, at }) ? "authority" : "other_authority";
}

/** The certificate whose key has signed the content; null if none has. */
function signerOf({ info, signers }: SignedContent, certificates: X509Certificate[]): X509Certificate | null {
  const [signer, ...others] = signers;
  const [, , digestAlgorithm, signedAttributes, algorithm, signature] = fields(signer, TAG.sequence);
  const digest = hashOf(digestAlgorithm);
  if (others.length > 0 || digest === null) return null;
  const attributes = fields(signedAttributes, TAG.first);
  const attributeOf = (type: Buffer): Element | undefined => {
    const attribute = attributes.find(({ children }) => children[0]?.bytes.equals(type));
    return attribute?.children[1]?.children[0];
  };
  const isOfContent =
    attributeOf(CONTENT_TYPE)?.bytes.equals(TST_INFO) &&
    attributeOf(MESSAGE_DIGEST)?.bytes.equals(hash(digest, info, "buffer"));
  const certificate = certificates.find(isNamedBy(attributeOf));
  if (!isOfContent || !certificate) return null;
  // The signature covers the attributes as a SET, not under their tag `[0]`.
  const covered = der(TAG.set, content(signedAttributes, TAG.first));
  const isPss = content(fields(algorithm, TAG.sequence)[0], TAG.oid).equals(RSA_PSS);
  const key = { key: certificate.publicKey, ...(isPss && { padding: constants.RSA_PKCS1_PSS_PADDING }) };
  const hashes = certificate.publicKey.asymmetricKeyType?.startsWith("ed") ? null : digest;
  const octets = content(signature, TAG.octets);
  try {
    return verify(hashes, covered, key, octets) ? certificate : null;
  } catch {
    // Some kinds of keys sign nothing, such as X25519.
    return null;
  }
}

/** Whether the signed attributes name a certificate by its hash (RFC 2634 and 5816). */
function isNamedBy(attributeOf: (type: Buffer) => Element | undefined): (certificate: X509Certificate) => boolean {
  const v2 = attributeOf(SIGNING_CERTIFICATE_V2);
  const named = v2 ?? attributeOf(SIGNING_CERTIFICATE);
  const parts = named?.children[0]?.children[0]?.children ?? [];
  const algorithm = v2 ? (parts[0]?.tag === TAG.sequence ? hashOf(parts[0]) : "sha256") : "sha1";
  const digest = parts.find(({ tag }) => tag === TAG.octets)?.bytes;
  return ({ raw }) => algorithm !== null && digest?.equals(hash(algorithm, raw, "buffer")) === true;
}

function hashOf(algorithm: Element | undefined): string | null {
  const named = content(fields(algorithm, TAG.sequence)[0], TAG.oid);
  return HASHES.find(([known]) => known.equals(named))?.[1] ?? null;
}

/** A certificate; none for another choice of CertificateSet, or for a key that Node cannot read. */
function parsed({ tag, bytes }: Element): X509Certificate[] {
  if (tag !== TAG.sequence) return [];
  try {
    const certificate = new X509Certificate(der(tag, bytes));
    return certificate.publicKey ? [certificate] : [];
  } catch {
    return [];
  }
}

const isValid = ({ validFromDate, validToDate }: X509Certificate, at: Instant): boolean =>
  validFromDate.getTime() <= Date.parse(at) && Date.parse(at) <= validToDate.getTime();

type Chain = { certificates: readonly X509Certificate[]; at: Instant };

/** Whether a chain leads from a certificate to a trusted certificate. Each certificate is tried once. */
function leadsTo(trusted: readonly X509Certificate[], certificate: X509Certificate, { certificates, at }: Chain) {
  const tried = new Set<X509Certificate>();
  const leads = (one: X509Certificate): boolean => {
    tried.add(one);
    if (!isValid(one, at)) return false;
    if (trusted.some(({ raw }) => raw.equals(one.raw))) return true;
    return [...trusted, ...certificates.filter(({ ca }) => ca)].some(
      (issuer) => !tried.has(issuer) && one.checkIssued(issuer) && one.verify(issuer.publicKey) && leads(issuer),
    );
  };
  return leads(certificate);
}
