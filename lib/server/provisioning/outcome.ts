import type { ErrorCode } from "#lib/contract/error.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";

/** `refused`: the service said no, and would say it again. `not_done`: nothing was sent, or it said that it did nothing, for now. */
type Outcome = "refused" | "not_done" | "unknown";

const KNOWN: { [code in ErrorCode]?: Outcome } = {
  SERVICE_UNAUTHORIZED: "refused",
  SERVICE_FORBIDDEN: "refused",
  VALIDATION_ERROR: "refused",
  BAD_REQUEST: "refused",
  NOT_FOUND: "refused",
  SERVICE_UNREACHABLE: "not_done",
  SERVICE_PAUSED: "not_done",
  SERVICE_TIMEOUT: "not_done",
};

/**
 * What became of a command that failed. All else is unknown: a 5xx says nothing of what was done before it, an answer that
 * cannot be read comes of a success more often than not, and a conflict may be our own POST, sent twice by something on
 * the way.
 */
export const outcomeOf = ({ code }: ServiceError): Outcome => KNOWN[code] ?? "unknown";

export const isConflict = ({ code }: ServiceError): boolean => code === "CONFLICT" || code === "DUPLICATE_RESOURCE";

export const isOutcomeUnknown = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && outcomeOf(error) === "unknown";

/** Waiting changes nothing. */
export const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && outcomeOf(error) === "refused";

/** An unknown outcome as callers get it: a conflict over a webhook as what it is, since a person can remove its cause. */
export const unknownOutcome = (what: "key" | "webhook", error: ServiceError): ServiceError =>
  what === "webhook" && isConflict(error)
    ? error
    : new ServiceError("OUTCOME_UNKNOWN", 502, `The service may or may not have created the ${what}.`, {
        ...(error.serviceStatus === null ? {} : { serviceStatus: error.serviceStatus }),
        serviceMessage: error.serviceMessage,
      });
