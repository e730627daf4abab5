import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { ApiError } from "./api-error.ts";

/** The service does not state a maximum; this one is generous for bodies of a few fields. */
const MAX_BODY_BYTES = 1_048_576;
const GIVE_UP_BYTES = 16 * MAX_BODY_BYTES;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A request's JSON body. BAD_REQUEST for another content type, a body over 1 MiB, or text that is not JSON. A body that
 * is not there at all reads as an empty object.
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

/** Of a body that is too large the rest is read and dropped, so that the sender gets to see the answer. */
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

/** The body as `schema` has it; VALIDATION_ERROR names the first field that is missing or invalid. */
export function validated<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ApiError("VALIDATION_ERROR", `${issue?.path.join(".") || "body"}: ${issue?.message ?? "invalid"}`);
}
