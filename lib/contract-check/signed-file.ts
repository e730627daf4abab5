import { parseInstant } from "#lib/contract/time.ts";

/**
 * What the address of a CURP PDF tells (interface, CURP lookup result): its `Expires` parameter and the time that it
 * stands for, Unix seconds or ISO 8601. Null for what is no address.
 */
export function signedFileOf(value: unknown): { expires: string | null; expiresMs: number | null } | null {
  if (typeof value !== "string" || !/^https?:/i.test(value) || !URL.canParse(value)) return null;
  const expires = new URL(value).searchParams.get("Expires");
  return { expires, expiresMs: expires === null ? null : timeOf(expires) };
}

function timeOf(expires: string): number | null {
  if (/^\d{9,11}$/.test(expires)) return Number(expires) * 1_000;
  const instant = parseInstant(expires);
  return instant === null ? null : Date.parse(instant);
}
