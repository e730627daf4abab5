import { canonicalJson } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/** The state of the evidence log: number of its entries, and the root of their tree in hexadecimal. */
export type EvidenceHead = { size: number; root: string; at: Instant };

/** A head with its Ed25519 signature in base64, and the public key as PEM. */
export type SignedHead = EvidenceHead & { signature: string; public_key: string };

export const signedText = ({ size, root, at }: EvidenceHead): string => canonicalJson({ size, root, at });
