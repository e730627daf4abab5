import { ScimProblem } from "#lib/access/contract/scim/problem.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { errorResponse } from "#lib/platform/server/http/responses.ts";

/** The body of a failure (RFC 7644 §3.12). */
export const scimErrorBody = (status: number, detail: string, scimType?: string) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
});

export const SCIM_TYPE = "application/scim+json";

/** JSON of SCIM, which is not cached. */
export const scimJson = (data: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(data), {
    status,
    headers: { "content-type": SCIM_TYPE, "cache-control": "no-store", ...headers },
  });

/** Answers and logs a failure as other routes do, in the shape of RFC 7644 §3.12. */
export async function scimErrorResponse(error: unknown, request: { method: string; path: string }): Promise<Response> {
  const known =
    error instanceof ScimProblem
      ? new CotejoError("VALIDATION_ERROR", 400, error.message, { details: { scimType: error.scimType } })
      : error;
  const plain = errorResponse(known, request);
  const { code, message, scimType }: { code: string; message: string; scimType?: string } = await plain.json();
  const retryAfter = plain.headers.get("retry-after");
  const type = scimType ?? SCIM_TYPES[code as keyof typeof SCIM_TYPES];
  return scimJson(scimErrorBody(plain.status, message, type), plain.status, {
    ...(retryAfter !== null && { "retry-after": retryAfter }),
    ...(plain.status === 401 && { "www-authenticate": "Bearer" }),
  });
}

const SCIM_TYPES = { VALIDATION_ERROR: "invalidValue", BAD_REQUEST: "invalidSyntax", DUPLICATE_RESOURCE: "uniqueness" };
