import type { NextRequest } from "next/server";
import type { z } from "zod";
import type { Role } from "#lib/contract/user.ts";
import { env } from "#lib/server/env.ts";
import { CotejoError, forbidden, invalid, stepUpRequired, unauthorized } from "#lib/server/errors.ts";
import { currentSession } from "./access/session.ts";
import { type Session, touchSession } from "./access/sessions.ts";
import { errorResponse } from "./error-response.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
const MAX_BODY_BYTES = 64 * 1024;

type Access = "public" | "any" | Role | readonly Role[];

type Definition<Params, Body> = {
  /** Who may call: `public`, any signed-in person, one role or several. There is no default, so that none is forgotten. */
  access: Access;
  /** The password must have been given within the last ten minutes: for keys, secrets and users (design §9). */
  stepUp?: true;
  /** Path parameters. */
  params?: z.ZodType<Params>;
  /** JSON body of an unsafe method; there need not be one where the schema takes undefined. */
  body?: z.ZodType<Body>;
  /** How large the body may be; 64 KiB unless it says otherwise. */
  maxBodyBytes?: number;
  /** Pages call it by themselves, as they do reads: it is no sign of somebody being there. */
  idle?: true;
};

type Call<Params, Body> = {
  request: NextRequest;
  params: Params;
  body: Body;
  /** Null only where access is `public`. */
  session: Session | null;
};

/**
 * One way in for every route handler (design §8): cross-site check, session, role, parsed input, one verb, mapped
 * errors. The handler returns data to be sent as JSON, or a Response of its own.
 */
export function route<Params = undefined, Body = undefined>(
  definition: Definition<Params, Body>,
  handler: (call: Call<Params, Body>) => Promise<unknown>,
) {
  return async (request: NextRequest, context: { params: Promise<Record<string, string | string[] | undefined>> }) => {
    try {
      refuseCrossSite(request);
      const session = await authorise(definition);
      if (session && !definition.idle && !SAFE.has(request.method)) await touchSession(session.idHash);
      const params = parse(
        definition.params,
        await context.params,
        () => new CotejoError("NOT_FOUND", 404, "Not found."),
      );
      const body = definition.body
        ? parse(definition.body, await readBody(request, definition.body, definition.maxBodyBytes), (field) =>
            invalid(`Invalid ${field}.`),
          )
        : undefined;
      const result = await handler({ request, params: params as Params, body: body as Body, session });
      return result instanceof Response ? result : json(result, 200);
    } catch (error) {
      return errorResponse(error, { method: request.method, path: request.nextUrl.pathname });
    }
  };
}

/** JSON that nothing keeps: what handlers answer is somebody's personal data more often than not. */
export function json(data: unknown, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(data, { status, headers: { "cache-control": "no-store", ...headers } });
}

/**
 * Design §9: unsafe methods need `Sec-Fetch-Site: same-origin` or an `Origin` equal to `APP_ORIGIN`. The request's own
 * URL is never asked: behind a proxy it names another host.
 */
function refuseCrossSite(request: NextRequest): void {
  if (SAFE.has(request.method)) return;
  const sameOrigin =
    request.headers.get("sec-fetch-site") === "same-origin" || request.headers.get("origin") === env().APP_ORIGIN;
  if (!sameOrigin) throw new CotejoError("CSRF_REFUSED", 403, "Requests from other sites are refused.");
}

async function authorise({
  access,
  stepUp,
}: Pick<Definition<never, never>, "access" | "stepUp">): Promise<Session | null> {
  if (access === "public") return null;
  const session = await currentSession();
  if (!session) throw unauthorized();
  const roles: readonly string[] = typeof access === "string" ? [access] : access;
  if (access !== "any" && !roles.includes(session.user.role)) throw forbidden();
  if (stepUp && !session.recentlyAuthenticated) throw stepUpRequired();
  return session;
}

function parse<T>(
  schema: z.ZodType<T> | undefined,
  input: unknown,
  refuse: (field: string) => CotejoError,
): T | undefined {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw refuse(parsed.error.issues[0]?.path.join(".") || "body");
}

/** Where the schema takes undefined there need not be a body. */
async function readBody(request: NextRequest, schema: z.ZodType, most?: number): Promise<unknown> {
  const leftOut =
    (request.body === null || !request.headers.has("content-type")) && schema.safeParse(undefined).success;
  return leftOut ? undefined : readJson(request, most);
}

/** Reads a JSON body of at most so many bytes, counting bytes as they come: `Content-Length` is the sender's word only. */
async function readJson(request: NextRequest, most = MAX_BODY_BYTES): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new CotejoError("BAD_REQUEST", 400, "Send JSON with Content-Type: application/json.");
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new CotejoError("BAD_REQUEST", 413, "The body is too large.");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new CotejoError("BAD_REQUEST", 400, "The body is not JSON.");
  }
}
