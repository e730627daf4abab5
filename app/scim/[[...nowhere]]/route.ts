import type { NextRequest } from "next/server";
import { scimErrorResponse } from "#lib/access/server/scim/responses.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";

/** 404 for an address of no handler, as directories expect it (RFC 7644 §3.12). */
const nowhere = ({ method, nextUrl }: NextRequest): Promise<Response> =>
  scimErrorResponse(notFound("This address"), { method, path: nextUrl.pathname });

export { nowhere as DELETE, nowhere as GET, nowhere as OPTIONS, nowhere as PATCH, nowhere as POST, nowhere as PUT };
