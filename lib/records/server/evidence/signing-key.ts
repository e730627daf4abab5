import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { type EvidenceHead, type SignedHead, signedText } from "#lib/core/contract/evidence-head.ts";
import { hashKey } from "#lib/core/server/vault/hash-key.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import type { Client, Pooled } from "#lib/platform/server/db/database.ts";

/** The seed of the Ed25519 key that signs heads: 32 random bytes. */
const SEED = hashKey("evidence_key", "evidence", LOCKS.evidenceKey);

/** The bytes before the seed in PKCS #8 (RFC 8410). */
const BEFORE_SEED = Buffer.from("302e020100300506032b657004220420", "hex");

const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([BEFORE_SEED, seed]), format: "der", type: "pkcs8" });

const publicPem = (key: KeyObject): string => createPublicKey(key).export({ format: "pem", type: "spki" }).toString();

export type HeadSigner = ReturnType<typeof signerOf>;

/** Creates the key if there is none. */
export async function headSigner(connection: Pooled): Promise<HeadSigner> {
  await SEED.create(connection);
  const seed = await SEED.find(connection.pool);
  if (!seed) throw new Error("the key of the evidence log was not stored");
  return signerOf(seed);
}

export function signerOf(seed: Buffer) {
  const key = privateKeyOf(seed);
  return {
    publicKey: publicPem(key),
    sign: (head: EvidenceHead): Buffer => sign(null, Buffer.from(signedText(head)), key),
    /** Signs the manifest of an evidence package, which begins with its format: no head can pass for a manifest. */
    signManifest: (manifest: Buffer): Buffer => sign(null, manifest, key),
  };
}

/** The public key as PEM; null while nothing is sealed. */
export async function findPublicKey(client: Client): Promise<string | null> {
  const seed = await SEED.find(client);
  return seed && publicPem(privateKeyOf(seed));
}

/** Whether the head was signed with the private key that belongs to its public key. */
export function isSigned(head: SignedHead): boolean {
  try {
    return verify(
      null,
      Buffer.from(signedText(head)),
      createPublicKey(head.public_key),
      Buffer.from(head.signature, "base64"),
    );
  } catch {
    return false;
  }
}
