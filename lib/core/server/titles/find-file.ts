import { idInAddress, type NamedFile } from "#lib/core/contract/verifications/named-file.ts";
import { STATUS_OF_CODE } from "#lib/platform/contract/error.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

const KNOWN = `SELECT EXISTS (SELECT FROM verification_summaries WHERE verification_id = $1)
  OR EXISTS (SELECT FROM inbox WHERE verification_id = $1) AS known`;

export async function isKnownFile(client: Client, verification_id: string): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(KNOWN, [verification_id]);
  return rows[0]?.known ?? false;
}

/** The ids that a typed or pasted text may be: itself, or the id in the address of a page. */
export const idsIn = (text: string): string[] => [...new Set([text.trim(), idInAddress(text) ?? text.trim()])];

/** The index of the terms has the first 201 characters of a tag. */
const TAGGED = `
  SELECT verification_id FROM verification_summaries
  WHERE terms && ARRAY['tag:' || left($1::text, 201)] AND tag = $1 LIMIT 2`;

/**
 * The file with rows here that a typed or pasted text names: by its whole id, the address of its page, or its whole tag.
 * An id comes before a tag.
 */
export async function findFile(client: Client, text: string): Promise<NamedFile> {
  for (const verification_id of idsIn(text)) {
    if (await isKnownFile(client, verification_id)) return { state: "known", verification_id };
  }
  const [tagged, another] = (await client.query<{ verification_id: string }>(TAGGED, [text.trim()])).rows;
  if (another) return { state: "ambiguous", verification_id: null };
  return tagged ? { state: "known", ...tagged } : { state: "unknown", verification_id: null };
}

/** The error of a field whose text names no single file. */
export function unresolved(field: string, state: NamedFile["state"], code: "VALIDATION_ERROR" | "NOT_FOUND") {
  const why = state === "ambiguous" ? "several files have this tag" : "no file has this id, tag or address here";
  const details = { field, file: state };
  return new CotejoError(code, STATUS_OF_CODE[code], `Invalid ${field}: ${why}.`, { details });
}
