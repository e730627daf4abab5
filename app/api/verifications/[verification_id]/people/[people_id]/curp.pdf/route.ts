import { z } from "zod";
import { identifier } from "#lib/contract/text.ts";
import { bodyOf } from "#lib/server/curp-file/body.ts";
import { readRange } from "#lib/server/curp-file/byte-range.ts";
import { failurePage } from "#lib/server/curp-file/failure-page.ts";
import { part } from "#lib/server/curp-file/part.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { openCurpFile } from "#lib/server/refresh/open-curp-file.ts";
import { route } from "#lib/server/route.ts";

const people_id = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

/**
 * The PDF of a person's CURP, streamed and kept nowhere (design §9). The link is the same for ever: each call has the
 * service sign a new address. A range is cut here, so that every answer is one whose beginning was seen to be a PDF's.
 */
export const GET = route(
  { access: "any", params: z.object({ verification_id: identifier, people_id }) },
  async ({ request, params }) => {
    const file = await openCurpFile(params).catch((error: unknown) => {
      // A tab of its own has nobody but us to say what went wrong.
      if (!(error instanceof CotejoError) || request.headers.get("sec-fetch-dest") !== "document") throw error;
      return failurePage({ ...params, code: error.code, status: error.status });
    });
    if (file instanceof Response) return file;
    const headers = new Headers({
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="curp-${params.people_id}.pdf"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const { size, bytes } = file;
    if (size === null) return new Response(bodyOf(bytes), { headers });
    headers.set("accept-ranges", "bytes");
    // A file may change between two calls, and nothing tells one version of it from another.
    const asked = request.headers.has("if-range") ? null : readRange(request.headers.get("range"), size);
    if (asked === "unsatisfiable") {
      await bytes.return();
      headers.set("content-range", `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    const { first, last } = asked ?? { first: 0, last: size - 1 };
    headers.set("content-length", String(last - first + 1));
    if (asked) headers.set("content-range", `bytes ${first}-${last}/${size}`);
    return new Response(bodyOf(part(bytes, { first, last })), { status: asked ? 206 : 200, headers });
  },
);
