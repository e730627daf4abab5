import type { ErrorBody } from "#lib/contract/error.ts";
import { CotejoError } from "./errors.ts";
import { createLog, type Log } from "./log.ts";

/** The request in which it happened, as far as the log may know it. */
type Place = { method: string; path: string };

let log: Log | undefined;

/**
 * The answer to a failure, in the shape of the service's errors (design §9). What is unknown is never shown: its message
 * may quote data. The log gets names, codes and places of it.
 */
export function errorResponse(error: unknown, place: Place): Response {
  const known = error instanceof CotejoError ? error : databaseAway(error);
  if (!known || known.code === "INTERNAL_SERVER_ERROR") {
    log ??= createLog("dashboard");
    log.error({ ...place, faults: describeFault(error) }, known?.message ?? "unexpected fault in a handler");
  }
  if (!known) return answer(500, "INTERNAL_SERVER_ERROR", "Something went wrong here. It was logged.");
  return answer(known.status, known.code, known.message, known.retryAfter);
}

function answer(status: number, code: string, message: string, retryAfter?: number): Response {
  const body: ErrorBody = { success: false, message, code, timestamp: new Date().toISOString() };
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (retryAfter !== undefined) headers["retry-after"] = String(Math.ceil(retryAfter));
  return Response.json(body, { status, headers });
}

const DATABASE_AWAY = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|08\d{3}|53300)$/;
const MOST_CAUSES = 5;

function databaseAway(error: unknown): CotejoError | null {
  for (const cause of causesOf(error)) {
    if (
      DATABASE_AWAY.test(codeOf(cause) ?? "") ||
      /timeout exceeded when trying to connect|Connection terminated/.test(cause.message)
    ) {
      return new CotejoError("DATABASE_UNAVAILABLE", 503, "The database does not answer. Nothing was lost.", {
        retryable: true,
        retryAfter: 2,
      });
    }
  }
  return null;
}

export type Fault = { name: string; code?: string; at: string[] };

/**
 * An error and its causes without their messages, which may quote data over several lines, as PostgreSQL does with the
 * values of a row.
 */
export const describeFault = (error: unknown): Fault[] =>
  causesOf(error).map((cause) => {
    const code = codeOf(cause);
    const places = (cause.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
    return { name: cause.name, ...(code ? { code } : {}), at: places.slice(0, 5).map((line) => line.trim()) };
  });

/** The error and what caused it, the outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let current = error; current instanceof Error && causes.length < MOST_CAUSES; current = current.cause) {
    causes.push(current);
  }
  return causes;
}

const codeOf = (error: Error): string | undefined =>
  "code" in error && typeof error.code === "string" && /^\w{1,40}$/.test(error.code) ? error.code : undefined;
