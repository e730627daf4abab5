import { z } from "zod";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/** The state of the evidence log: number of its entries, and the root of their tree in hexadecimal. */
export type EvidenceHead = { size: number; root: string; at: Instant };

/** A head with its Ed25519 signature in base64, and the public key as PEM. */
export type SignedHead = EvidenceHead & { signature: string; public_key: string };

export const signedText = ({ size, root, at }: EvidenceHead): string => canonicalJson({ size, root, at });

/** A signed head as it leaves the installation. */
export const signedHead = z.object({
  size: z.int(),
  root: z.string().meta({ description: "SHA-256 in hexadecimal." }),
  at: z.iso.datetime(),
  signature: z.string().meta({
    description: "Ed25519 in base64, over the JSON of at, root and size in this order, without white space.",
  }),
  public_key: z.string().meta({ description: "PEM." }),
});
