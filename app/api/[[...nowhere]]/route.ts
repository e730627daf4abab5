import type { NextRequest } from "next/server";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { errorResponse } from "#lib/platform/server/http/responses.ts";

/** 404 for an address of no handler, whoever calls it: a program understands no sign-in page. */
const nowhere = async ({ method, nextUrl }: NextRequest): Promise<Response> =>
  errorResponse(notFound("This address"), { method, path: nextUrl.pathname });

export { nowhere as DELETE, nowhere as GET, nowhere as OPTIONS, nowhere as PATCH, nowhere as POST, nowhere as PUT };
