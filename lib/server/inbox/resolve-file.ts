import { STATUS_OF_CODE } from "#lib/contract/error.ts";
import { idInAddress, type NamedFile } from "#lib/contract/verifications/named-file.ts";
import { CotejoError } from "#lib/server/base/errors.ts";
import type { Client } from "#lib/server/db/database.ts";
import { isBlocked, isErased } from "./erasure-marks.ts";

const KNOWN = `SELECT EXISTS (SELECT FROM verification_summaries WHERE verification_id = $1)
  OR EXISTS (SELECT FROM inbox WHERE verification_id = $1) AS known`;

export async function isKnownFile(client: Client, verification_id: string): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(KNOWN, [verification_id]);
  return rows[0]?.known ?? false;
}

/** The index of the list has the first 201 characters of a tag. */
const TAGGED = `
  SELECT verification_id FROM verification_list JOIN verification_summaries USING (verification_id)
  WHERE by_tag = left($1, 201) AND tag = $1 LIMIT 2`;

/**
 * The file that a typed or pasted text names: by its whole id, the address of its page, or its whole tag. An id comes
 * before a tag. Every field that takes the id of a file from a person or another system resolves it here, so that
 * nothing is said about a file that was never found.
 */
export async function resolveFile(client: Client, text: string): Promise<NamedFile> {
  const given = text.trim();
  const ids = [...new Set([given, idInAddress(given) ?? given])];
  for (const verification_id of ids) {
    if (await isBlocked(client, verification_id)) return { state: "blocked", verification_id };
    if (await isKnownFile(client, verification_id)) return { state: "known", verification_id };
  }
  const [tagged, another] = (await client.query<{ verification_id: string }>(TAGGED, [given])).rows;
  if (another) return { state: "ambiguous", verification_id: null };
  if (tagged) return { state: "known", ...tagged };
  for (const verification_id of ids) {
    if (await isErased(client, verification_id)) return { state: "erased", verification_id };
  }
  return { state: "unknown", verification_id: null };
}

/** The error of a field whose text names no single file. */
export function unresolved(field: string, state: NamedFile["state"], code: "VALIDATION_ERROR" | "NOT_FOUND") {
  const why = state === "ambiguous" ? "several files have this tag" : "no file has this id, tag or address here";
  const details = { field, file: state };
  return new CotejoError(code, STATUS_OF_CODE[code], `Invalid ${field}: ${why}.`, { details });
}
