import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { decodeSegment } from "#lib/platform/contract/text.ts";
import type { ApiKey } from "#lib/sandbox/store/accounts.ts";
import type { Pool } from "#lib/sandbox/store/database.ts";
import { type Answer, ApiError } from "./answer.ts";
import type { Faults } from "./faults.ts";

/** The state shared by all parts of the sandbox process. */
export type SandboxContext = {
  pool: Pool;
  timeScale: number;
  faults: Faults;
  /** The address of the sandbox, without a trailing slash. */
  baseUrl: () => string;
};

/** A call of the service's interface, authenticated. */
export type ServiceCall = SandboxContext & {
  key: ApiKey;
  body: () => Promise<unknown>;
};

export type ControlCall = SandboxContext & {
  body: () => Promise<unknown>;
  query: URLSearchParams;
  /** Wakes the loops, since something may be due at once. */
  wake: () => void;
};

/** A route: `path` matches exactly, except that `:id` matches one segment. */
export type Route<Context> = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  handle: (context: Context, id: string) => Promise<Answer>;
};

const MAX_SEGMENT = 200;
const CONTROL = /[\p{Cc}&&\p{ASCII}]/v;

/**
 * Returns the decoded segments of a path. Each is decoded on its own, so that an encoded slash or dot stays part of an
 * identifier. BAD_REQUEST for segments that are not UTF-8 or cannot be an identifier.
 */
export function segmentsOf(pathname: string): string[] {
  return pathname
    .slice(1)
    .split("/")
    .map((segment) => {
      const decoded = decodeSegment(segment);
      if (decoded === null) throw new ApiError("BAD_REQUEST", "the path is not well encoded");
      if (decoded.length > MAX_SEGMENT || CONTROL.test(decoded)) {
        throw new ApiError("BAD_REQUEST", "the path holds no identifier");
      }
      return decoded;
    });
}

/** The route of a request and its id, empty for a path without id; NOT_FOUND without a route. */
export function matchRoute<Context>(
  routes: readonly Route<Context>[],
  method: string | undefined,
  segments: readonly string[],
): { route: Route<Context>; id: string } {
  for (const route of routes) {
    const parts = route.path.slice(1).split("/");
    const fits = parts.every((part, at) => (part === ":id" ? segments[at] : part === segments[at]));
    if (fits && route.method === method && parts.length === segments.length) {
      return { route, id: segments[parts.indexOf(":id")] ?? "" };
    }
  }
  throw new ApiError("NOT_FOUND", "no such resource");
}

/** The service does not state a maximum; this one is generous for bodies of a few fields. */
const MAX_BODY_BYTES = 1_048_576;
const GIVE_UP_BYTES = 16 * MAX_BODY_BYTES;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A request's JSON body. BAD_REQUEST for another content type, a body over 1 MiB, or invalid JSON. A missing body reads
 * as an empty object.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readAll(request);
  if (body.length === 0) return {};
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new ApiError("BAD_REQUEST", "Content-Type must be application/json");
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new ApiError("BAD_REQUEST", "the body is not JSON");
  }
}

/** The rest of a body over the limit is read and dropped, so that the sender gets the answer. */
function readAll(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else if (size > GIVE_UP_BYTES) request.destroy();
    });
    request.on("end", () => {
      if (size <= MAX_BODY_BYTES) resolve(Buffer.concat(chunks));
      else reject(new ApiError("BAD_REQUEST", "the body is larger than 1 MiB"));
    });
    request.on("error", reject);
    request.on("close", () => reject(new ApiError("BAD_REQUEST", "the body ended early")));
  });
}

/** The body, validated by `schema`; VALIDATION_ERROR names the first missing or invalid field. */
export function validated<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ApiError("VALIDATION_ERROR", `${issue?.path.join(".") || "body"}: ${issue?.message ?? "invalid"}`);
}
