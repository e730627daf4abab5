import { hash } from "node:crypto";
import { isTimestampConfigured, requestTimestamp } from "#lib/server/evidence/timestamp.ts";
import { TimestampError } from "#lib/server/evidence/timestamp-message.ts";
import type { PackageFile } from "./manifest.ts";

/**
 * The time stamp of a manifest by the authority, or a text with the reason of its absence: the package is made in any case.
 * It is beside the manifest, which cannot list it.
 */
export async function stampOf(manifest: Buffer): Promise<PackageFile> {
  const none = (because: string): PackageFile => ({
    name: "manifest.tsr.txt",
    content: Buffer.from(`No time stamp: ${because}\n`),
  });
  if (!isTimestampConfigured()) return none("no authority is configured (TSA_URL)");
  try {
    const { response } = await requestTimestamp(hash("sha256", manifest, "buffer"));
    return { name: "manifest.tsr", content: response };
  } catch (error) {
    if (error instanceof TimestampError) return none(error.code);
    throw error;
  }
}
