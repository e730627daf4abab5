import { type ErrorCode, SERVICE_ERROR_CODES, STATUS_OF_CODE } from "#lib/platform/contract/error.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { redactText } from "./redact.ts";

const BRAND = Symbol.for("cotejo.service-error");

/**
 * The failure of a call to the service. `code` and `status` are ours, for handlers and pages. `serviceStatus` is the
 * status of the service's answer, null without one, and `serviceMessage` its message, cut, for people only: no logic
 * depends on it (interface, Errors).
 */
export class ServiceError extends CotejoError {
  override name = "ServiceError";
  readonly [BRAND] = true;
  readonly serviceStatus: number | null;
  readonly serviceMessage: string | null;

  constructor(
    code: ErrorCode,
    status: number,
    message: string,
    options: ConstructorParameters<typeof CotejoError>[3] & {
      serviceStatus?: number | null;
      serviceMessage?: string | null;
    } = {},
  ) {
    super(code, status, message, options);
    this.serviceStatus = options.serviceStatus ?? null;
    this.serviceMessage = options.serviceMessage ?? null;
  }

  override get serviceText(): string | null {
    return this.serviceMessage ? redactText(this.serviceMessage) : null;
  }

  static override [Symbol.hasInstance](value: unknown): value is ServiceError {
    return value instanceof Error && BRAND in value;
  }
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** No connection was established, so nothing was sent. */
const NOT_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

type ErrorShape = [code: ErrorCode, status: number, message: string];

/** Only for commands: a GET can be repeated. */
const OUTCOME_UNKNOWN: ErrorShape = ["OUTCOME_UNKNOWN", 502, "The service may or may not have done this."];
const outcomeUnknown = (cause?: string) => new ServiceError(...OUTCOME_UNKNOWN, { cause });

/** `code` is the code of the network error (`ECONNRESET`, …), if any. */
export const unreachable = (method: Method, code: string | undefined): ServiceError =>
  method === "GET" || (code !== undefined && NOT_CONNECTED.has(code))
    ? new ServiceError("SERVICE_UNREACHABLE", 502, "The service cannot be reached.", { retryable: true, cause: code })
    : outcomeUnknown(code);

export const timedOut = (method: Method): ServiceError =>
  method === "GET"
    ? new ServiceError("SERVICE_TIMEOUT", 504, "The service did not answer in time.", { retryable: true })
    : outcomeUnknown();

/** Nothing was done; the call may be repeated, after `retryAfter` seconds if known. */
export const paused = (retryAfter?: number, message = "Calls to the service are paused for a moment."): ServiceError =>
  new ServiceError("SERVICE_PAUSED", 503, message, {
    retryable: true,
    retryAfter: retryAfter && Math.ceil(retryAfter),
  });

/** Not sent: no record can have such an id. */
export const notAnId = (): ServiceError => new ServiceError("NOT_FOUND", 404, "The service has no such id.");

/** Not sent: the key cannot be one of the service. `why` quotes none of it. */
export const unusableKey = (why: string): ServiceError =>
  new ServiceError("SERVICE_UNAUTHORIZED", 502, `The API key of this dashboard cannot be sent: ${why}.`);

/** `field` names the unreadable field, never a value. */
export const unreadable = (field: string, serviceStatus: number): ServiceError =>
  new ServiceError("SERVICE_UNREADABLE", 502, `The service's answer could not be read: ${field}.`, { serviceStatus });

/** `charset` is the charset of the answer, null without one. */
export const notUtf8 = (charset: string | null, serviceStatus: number): ServiceError => {
  const stated = charset === null ? "" : `, but in ${charset}`;
  const message = `The service's answer could not be read: it is not in UTF-8${stated}.`;
  return new ServiceError("SERVICE_CHARSET", 502, message, { serviceStatus });
};

/** `excess` names the exceeded bound (`lib/platform/contract/bounds.ts`). */
export const tooLarge = (excess: string, serviceStatus: number): ServiceError =>
  new ServiceError("SERVICE_TOO_LARGE", 502, `The service's answer is larger than is read: ${excess}.`, {
    serviceStatus,
  });

const CLIENT_FAULTS: Record<number, ErrorShape> = {
  400: ["VALIDATION_ERROR", 400, "The service refused the input."],
  401: ["SERVICE_UNAUTHORIZED", 502, "The service refuses the API key of this dashboard."],
  403: ["SERVICE_FORBIDDEN", 502, "The API key of this dashboard lacks the permission for this."],
  404: ["NOT_FOUND", 404, "The service does not know this."],
  409: ["CONFLICT", 409, "The service reports a conflict."],
  429: ["SERVICE_PAUSED", 503, "The service asks for fewer calls."],
};

/**
 * The error of an answer other than 2xx. `code` is the service's code, if its body has one. A 5xx may come after a
 * command was done; a read that fails has changed nothing.
 */
export function refused(
  method: Method,
  serviceStatus: number,
  body: { code: string | null; message: string | null },
  retryAfter: number | undefined,
): ServiceError {
  const options = {
    serviceStatus,
    serviceMessage: body.message,
    retryable: (serviceStatus >= 500 && method === "GET") || serviceStatus === 429,
    retryAfter,
  };
  // For an undocumented status the code in the body decides.
  const stated = serviceStatus < 500 ? SERVICE_ERROR_CODES.find((code) => code === body.code) : undefined;
  const known = CLIENT_FAULTS[serviceStatus] ?? (stated && CLIENT_FAULTS[STATUS_OF_CODE[stated]]);
  const fault: ErrorShape =
    method === "GET" ? ["SERVICE_ERROR", 502, "The service had an internal error."] : OUTCOME_UNKNOWN;
  const other: ErrorShape =
    serviceStatus >= 500
      ? fault
      : ["SERVICE_UNREADABLE", 502, `The service answered ${serviceStatus}, which it does not document.`];
  const [code, status, message] = known ?? other;
  return new ServiceError(codeInBody(code, body.code), status, message, options);
}

/** A status can have two codes: the body states which. */
function codeInBody(code: ErrorCode, stated: string | null): ErrorCode {
  if (code === "VALIDATION_ERROR" && stated === "BAD_REQUEST") return "BAD_REQUEST";
  if (code === "CONFLICT" && stated === "DUPLICATE_RESOURCE") return "DUPLICATE_RESOURCE";
  return code;
}
