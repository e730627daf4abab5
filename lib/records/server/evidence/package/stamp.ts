import { hash } from "node:crypto";
import type { HeadSigner } from "#lib/records/server/evidence/signing-key.ts";
import { isTimestampConfigured, requestTimestamp } from "#lib/records/server/evidence/timestamp.ts";
import { TimestampError } from "#lib/records/server/evidence/timestamp-message.ts";
import type { PackageFile } from "./manifest.ts";
import { unstampedText } from "./verifier/verify.js";

/**
 * The time stamp of a manifest by the authority, or a signed text with the reason of its absence: the package is made in any
 * case. It is beside the manifest, which cannot list it.
 */
export async function stampOf(manifest: Buffer, signer: HeadSigner): Promise<PackageFile> {
  const none = (because: string): PackageFile => {
    const text = unstampedText(because, hash("sha256", manifest));
    const signature = signer.signManifest(Buffer.from(text)).toString("base64");
    return { name: "manifest.tsr.txt", content: Buffer.from(`${text}Signature: ${signature}\n`) };
  };
  if (!isTimestampConfigured()) return none("no authority is configured (TSA_URL)");
  try {
    const { response } = await requestTimestamp(hash("sha256", manifest, "buffer"));
    return { name: "manifest.tsr", content: response };
  } catch (error) {
    if (error instanceof TimestampError) return none(error.code);
    throw error;
  }
}
