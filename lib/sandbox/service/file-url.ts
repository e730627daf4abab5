import { createHmac, timingSafeEqual } from "node:crypto";

const LIFETIME_SECONDS = 15 * 60;

/** `Expires` counts whole seconds, so an address lives for one at least, however fast the sandbox's clock runs. */
const lifetime = (timeScale: number): number => Math.max(LIFETIME_SECONDS / timeScale, 1);

function signature(fileKey: Buffer, verificationId: string, peopleId: string, expires: string): Buffer {
  return createHmac("sha256", fileKey)
    .update(JSON.stringify([verificationId, peopleId, expires]))
    .digest();
}

/** A signed, expiring address of a person's CURP PDF (interface, CURP lookup result: `curp_file`). */
export function signedFileUrl(
  baseUrl: string,
  fileKey: Buffer,
  verificationId: string,
  peopleId: number,
  timeScale: number,
): string {
  const expires = String(Math.ceil(Date.now() / 1000 + lifetime(timeScale)));
  const signed = signature(fileKey, verificationId, String(peopleId), expires).toString("hex");
  return `${baseUrl}/files/${encodeURIComponent(verificationId)}/${peopleId}.pdf?Expires=${expires}&Signature=${signed}`;
}

/** Whether an address was signed here and has not expired. */
export function isFileUrlValid(
  fileKey: Buffer,
  verificationId: string,
  peopleId: string,
  query: URLSearchParams,
): boolean {
  const expires = query.get("Expires") ?? "";
  const given = Buffer.from(query.get("Signature") ?? "", "hex");
  const expected = signature(fileKey, verificationId, peopleId, expires);
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) * 1000 > Date.now();
}
