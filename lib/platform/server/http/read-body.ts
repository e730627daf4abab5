import type { NextRequest } from "next/server";
import type { z } from "zod";
import { isStorable } from "#lib/platform/contract/text.ts";
import { CotejoError, invalid } from "#lib/platform/server/base/errors.ts";

const MAX_BODY_BYTES = 64 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Bytes read beyond the limit of a body, so that its sender reads the answer. */
const MAX_DISCARDED = 4 * 1024 * 1024;

/** The body of a request, not parsed by its schema yet; undefined if the request has none and the schema accepts that. */
export async function readBody(request: NextRequest, schema: z.ZodType, bounds: Bounds): Promise<unknown> {
  const leftOut =
    (request.body === null || !request.headers.has("content-type")) && schema.safeParse(undefined).success;
  return leftOut ? undefined : readJson(request, bounds);
}

type Bounds = { maxBodyBytes?: number; media?: Media };

/** Reads a body of at most `maxBodyBytes`, counted as they arrive: `Content-Length` may be false. */
async function readJson(
  request: NextRequest,
  { maxBodyBytes: maxBytes = MAX_BODY_BYTES, media = "json" }: Bounds,
): Promise<unknown> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  const given = type.trim().toLowerCase();
  if (given !== MEDIA[media] && !(media === "scim" && given === MEDIA.json)) {
    throw new CotejoError(
      "BAD_REQUEST",
      400,
      `Send ${media === "form" ? "a form" : "JSON"} with Content-Type: ${MEDIA[media]}.`,
    );
  }
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks = [];
    if (size > maxBytes + (media === "csp-report" ? 0 : MAX_DISCARDED)) break;
  }
  if (size > maxBytes) throw new CotejoError("BAD_REQUEST", 413, "The body is too large.");
  try {
    const text = utf8.decode(Buffer.concat(chunks));
    if (media === "form") return Object.fromEntries(new URLSearchParams(text));
    return JSON.parse(text, refuseUnstorable);
  } catch (error) {
    throw error instanceof CotejoError ? error : new CotejoError("BAD_REQUEST", 400, "The body is not JSON.");
  }
}

const MEDIA = {
  json: "application/json",
  "csp-report": "application/csp-report",
  form: "application/x-www-form-urlencoded",
  scim: "application/scim+json",
} as const;
export type Media = keyof typeof MEDIA;

/** The refusal of text that PostgreSQL refuses. */
export const unstorable = (refusal: (message: string) => Error = invalid): Error =>
  refusal("Text with U+0000 or half of a surrogate pair cannot be stored.");

/** A reviver of `JSON.parse`: it is called for each name and value at any depth. */
function refuseUnstorable(name: string, value: unknown): unknown {
  if (!isStorable(name) || (typeof value === "string" && !isStorable(value))) throw unstorable();
  return value;
}
