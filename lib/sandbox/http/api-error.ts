import type { ErrorBody, SERVICE_ERROR_CODES } from "#lib/contract/error.ts";

type Code = (typeof SERVICE_ERROR_CODES)[number];

const HTTP_STATUS: Record<Code, number> = {
  VALIDATION_ERROR: 400,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  DUPLICATE_RESOURCE: 409,
  INTERNAL_SERVER_ERROR: 500,
};

/** A refusal with one of the service's codes (interface, Errors: Error response). */
export class ApiError extends Error {
  override name = "ApiError";
  readonly code: Code;
  readonly status: number;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
    this.status = HTTP_STATUS[code];
  }
}

export const errorBody = (code: string, message: string): ErrorBody => ({
  success: false,
  message,
  code,
  timestamp: new Date().toISOString(),
});
