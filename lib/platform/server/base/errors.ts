import { hash } from "node:crypto";
import type { ErrorCode } from "#lib/platform/contract/error.ts";

const BRAND = Symbol.for("cotejo.error");

/**
 * A failure with a code, which the caller may see. Any other error is an internal fault, whose message is never shown.
 */
export class CotejoError extends Error {
  override name = "CotejoError";
  readonly [BRAND] = true;
  readonly code: ErrorCode;
  /** The HTTP status of the dashboard's answer. */
  readonly status: number;
  /** Whether the same call may succeed later without anyone changing anything. */
  readonly retryable: boolean;
  /** Seconds after which a retry makes sense, when known. */
  readonly retryAfter: number | undefined;
  /** Further fields of the answer, beside the usual ones of an error. */
  readonly details: object | undefined;

  constructor(
    code: ErrorCode,
    status: number,
    message: string,
    options: {
      retryable?: boolean;
      retryAfter?: number | undefined;
      details?: object | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = status;
    this.retryable = options.retryable ?? false;
    this.retryAfter = options.retryAfter;
    this.details = options.details;
  }

  /** The service's text about a failed call, redacted for people; null for a failure of ours. */
  get serviceText(): string | null {
    return null;
  }

  /**
   * Recognised by a brand, not by identity: Next bundles pages and handlers separately, so a process holds several
   * copies of this class, and shared modules (the service client) throw one copy's errors to another.
   */
  static override [Symbol.hasInstance](value: unknown): value is CotejoError {
    return value instanceof Error && BRAND in value;
  }
}

export const notFound = (what: string) => new CotejoError("NOT_FOUND", 404, `${what} was not found.`);
export const invalid = (message: string) => new CotejoError("VALIDATION_ERROR", 400, message);
export const conflict = (message: string) => new CotejoError("CONFLICT", 409, message);
export const unauthorized = () => new CotejoError("UNAUTHORIZED", 401, "Sign in first.");
export const forbidden = () => new CotejoError("FORBIDDEN", 403, "Your role does not allow this.");
export const stepUpRequired = () =>
  new CotejoError("STEP_UP_REQUIRED", 403, "Give your password again to change this.");

/** An error and its causes without their messages, which may quote data, as PostgreSQL's do with values of a row. */
export const describeFault = (error: unknown): { name: string; code?: string; at: string[] }[] =>
  causesOf(error).map((cause) => {
    const code = codeOf(cause);
    const places = (cause.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
    return { name: cause.name, ...(code ? { code } : {}), at: places.slice(0, 5).map((line) => line.trim()) };
  });

/** A digest logged instead of a text: equal texts have equal digests. */
export const digestOf = (text: string): string => hash("sha256", text).slice(0, 16);

const MAX_CAUSES = 5;

/** The error and its causes, outermost first. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let current = error; current instanceof Error && causes.length < MAX_CAUSES; current = current.cause) {
    causes.push(current);
  }
  return causes;
}

/** The code of a failure of the system or the database (`ECONNREFUSED`, `57P01`). */
export const codeOf = (error: Error): string | undefined =>
  "code" in error && typeof error.code === "string" && /^\w{1,40}$/.test(error.code) ? error.code : undefined;
