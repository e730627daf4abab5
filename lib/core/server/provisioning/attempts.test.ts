import { expect, it } from "vitest";
import {
  notAnId,
  paused,
  refused,
  ServiceError,
  timedOut,
  unreachable,
  unreadable,
  unusableKey,
} from "#lib/core/server/service/service-error.ts";
import { DASHBOARD_ERROR_CODES, type ErrorCode, SERVICE_ERROR_CODES } from "#lib/platform/contract/error.ts";
import { isOutcomeUnknown, isRefusal, outcomeOf, unknownOutcome } from "./attempts.ts";

const answered = (status: number, code: string | null = null) =>
  refused("POST", status, { code, message: "words" }, undefined);

type CommandCase = [what: string, error: ServiceError, outcome: string];

it.each<CommandCase>([
  ...[400, 401, 403, 404].map((status) => [`answered with ${status}`, answered(status), "refused"] as CommandCase),
  ["answered with 429", answered(429), "not_done"],
  ...[409, 418, 500, 502, 503].map((status) => [`answered with ${status}`, answered(status), "unknown"] as CommandCase),
  ["refused as malformed", answered(400, "BAD_REQUEST"), "refused"],
  ["a duplicate", answered(409, "DUPLICATE_RESOURCE"), "unknown"],
  ["answered after the deadline", timedOut("POST"), "unknown"],
  ["cut off", unreachable("POST", "ECONNRESET"), "unknown"],
  ["cut off without a word", unreachable("POST", undefined), "unknown"],
  ["answered with what cannot be read", unreadable("api_key.api_key: missing", 201), "unknown"],
  ["never connected", unreachable("POST", "ECONNREFUSED"), "not_done"],
  ["given up before it was sent", timedOut("GET"), "not_done"],
  ["held back", paused(), "not_done"],
  ["not sent: no id", notAnId(), "refused"],
  ["not sent: no key", unusableKey("it is empty"), "refused"],
])("a command that is %s", (_, error, outcome) => {
  expect(outcomeOf(error)).toBe(outcome);
  expect([isRefusal(error), isOutcomeUnknown(error)]).toEqual([outcome === "refused", outcome === "unknown"]);
});

const CERTAIN = new Set<ErrorCode>([
  "VALIDATION_ERROR",
  "BAD_REQUEST",
  "NOT_FOUND",
  "SERVICE_UNAUTHORIZED",
  "SERVICE_FORBIDDEN",
  "SERVICE_UNREACHABLE",
  "SERVICE_TIMEOUT",
  "SERVICE_PAUSED",
]);

it.each([...SERVICE_ERROR_CODES, ...DASHBOARD_ERROR_CODES])("%s is an unknown outcome unless certain", (code) => {
  expect(isOutcomeUnknown(new ServiceError(code, 502, ""))).toBe(!CERTAIN.has(code));
});

it("an error that is no answer of the service has no outcome", () => {
  expect(isOutcomeUnknown(new Error("database"))).toBe(false);
  expect(isRefusal(new Error("database"))).toBe(false);
});

it("callers get OUTCOME_UNKNOWN with the service's message, but CONFLICT for a conflict about a webhook", () => {
  expect(unknownOutcome("webhook", answered(500))).toMatchObject({
    code: "OUTCOME_UNKNOWN",
    serviceStatus: 500,
    serviceMessage: "words",
  });
  const conflict = answered(409);
  expect(unknownOutcome("webhook", conflict)).toBe(conflict);
  expect(unknownOutcome("key", conflict)).toMatchObject({ code: "OUTCOME_UNKNOWN", serviceStatus: 409 });
});
