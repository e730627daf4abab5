import { z } from "zod";
import { instant } from "./answer-fields.ts";

/** Error codes of the service with their statuses (interface, Errors: Error response). */
export const STATUS_OF_CODE = {
  VALIDATION_ERROR: 400,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  DUPLICATE_RESOURCE: 409,
  INTERNAL_SERVER_ERROR: 500,
} as const;

export type ServiceErrorCode = keyof typeof STATUS_OF_CODE;
export const SERVICE_ERROR_CODES = Object.keys(STATUS_OF_CODE) as ServiceErrorCode[];

/** Codes of this dashboard, for failures that the service's codes do not cover. */
export const DASHBOARD_ERROR_CODES = [
  "STEP_UP_REQUIRED",
  "CSRF_REFUSED",
  "TOO_MANY_REQUESTS",
  "SERVICE_UNREACHABLE",
  "SERVICE_TIMEOUT",
  "SERVICE_UNAUTHORIZED",
  "SERVICE_FORBIDDEN",
  "SERVICE_UNREADABLE",
  "SERVICE_CHARSET",
  "SERVICE_TOO_LARGE",
  "SERVICE_ERROR",
  "SERVICE_PAUSED",
  "OUTCOME_UNKNOWN",
  "CURRENT_KEY_UNKNOWN",
  "DATABASE_UNAVAILABLE",
  "ERASED",
  "BLOCKED",
] as const;

/** Codes of accounts and of signing in. Reads of the service never end with them. */
type AccessErrorCode =
  | "TOKEN_REFUSED"
  | "SECOND_FACTOR_REQUIRED"
  | "SECOND_FACTOR_WRONG"
  | "SECOND_FACTOR_MISSING"
  | "PASSKEY_REQUIRED"
  | "PASSKEY_WRONG"
  | "PASSKEY_DISABLED"
  | "PASSWORD_WRONG"
  | "PASSWORD_TOO_SHORT"
  | "PASSWORD_COMMON"
  | "PASSWORD_PERSONAL"
  | "PASSWORD_SAME"
  | "PASSWORD_CHANGE_REQUIRED"
  | "LAST_ADMIN"
  | "PASSWORDS_OFF"
  | "BREAK_GLASS"
  | "PROVIDER_UNAVAILABLE"
  | "CONSENT_REQUIRED";

/** Codes of the files that the service links to (interface, CURP lookup result: `curp_file`). */
export const FILE_ERROR_CODES = [
  "FILE_NOT_AVAILABLE",
  "FILE_ADDRESS_REFUSED",
  "FILE_REFUSED",
  "FILE_REDIRECTED",
  "FILE_NOT_PDF",
  "FILE_TOO_LARGE",
  "FILE_UNREACHABLE",
  "FILE_TIMEOUT",
] as const;

export type FileErrorCode = (typeof FILE_ERROR_CODES)[number];
export type ErrorCode =
  | ServiceErrorCode
  | (typeof DASHBOARD_ERROR_CODES)[number]
  | AccessErrorCode
  | FileErrorCode
  /** The receiver's own clock is wrong, so the receiver cannot judge the time of a delivery. */
  | "CLOCK_WRONG"
  /** The review changed after the user loaded it, is resolved and has to be reopened first, or needs a step of its own. */
  | ("STALE_REVIEW" | "ALREADY_RESOLVED" | "SECOND_PERSON_REQUIRED" | "NOT_FOR_BULK")
  /** Somebody has stated something else about the subject meanwhile. */
  | "STALE_STATEMENT"
  /** A legal hold or a period covers the file. */
  | "MUST_BE_KEPT"
  /** The policy of need to know asks for a reason first, or does not show this to the role. */
  | ("REASON_REQUIRED" | "NOT_SHOWN" | "CURP_MISSES");

/** The error shape of the service, which the dashboard's own handlers answer too (interface, Errors). */
export const errorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string().meta({ description: "Stable, such as UNAUTHORIZED, FORBIDDEN or VALIDATION_ERROR." }),
  timestamp: instant,
  /** In answers of the dashboard: the service's message for a failed call, for people only. */
  service_message: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const errorBodyOf = (code: ErrorCode, message: string): ErrorBody => ({
  success: false,
  message,
  code,
  timestamp: new Date().toISOString(),
});
