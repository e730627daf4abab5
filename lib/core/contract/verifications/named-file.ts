import { decodeSegment } from "#lib/platform/contract/text.ts";

/** The file that a text names, by its id, its tag or the address of its page. */
export type NamedFile = { state: "known" | "blocked" | "erased"; verification_id: string } | UnresolvedFile;

/** No file has this name here, or several files have it as their tag. */
export type UnresolvedFile = { state: "unknown" | "ambiguous"; verification_id: null };

/** Code units of the name of a file. An id has at most 200, which an address may encode, and a tag 1,000. */
export const MAX_FILE_NAME = 2_000;

const ADDRESS = /^(?:https?:\/\/[^/\s]+)?(?:\/api)?\/verifications\/([^/?#\s]+)(?:[/?#]\S*)?$/i;

/** The id in the address of a file's page, or of a page or call below it; null for any other text. */
export function idInAddress(text: string): string | null {
  const segment = ADDRESS.exec(text.trim())?.[1];
  return segment === undefined ? null : decodeSegment(segment);
}
