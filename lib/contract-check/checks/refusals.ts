import { SERVICE_ERROR_CODES } from "#lib/contract/error.ts";
import { isRecord } from "#lib/contract/events/answer.ts";
import { type Answered, describeAnswer } from "#lib/contract-check/answer.ts";
import { beyondReading, type Check, type OpenShape, otherFields, statement } from "#lib/contract-check/check.ts";
import { type Kind, text, time, unlike } from "#lib/contract-check/kind.ts";
import {
  each,
  errorBodies,
  readWithBearer,
  readWithInventedKey,
  readWithoutKey,
  refusals,
  unknownRead,
} from "#lib/contract-check/sources.ts";

const ACCESS = "Authentication: API key";
const ERRORS = "Errors: Error response";

/** Which status a code goes with (interface, Errors: Error response). */
const CODES_OF_STATUS: ReadonlyMap<number, readonly (typeof SERVICE_ERROR_CODES)[number][]> = new Map([
  [400, ["VALIDATION_ERROR", "BAD_REQUEST"]],
  [401, ["UNAUTHORIZED"]],
  [403, ["FORBIDDEN"]],
  [404, ["NOT_FOUND"]],
  [409, ["CONFLICT", "DUPLICATE_RESOURCE"]],
  [500, ["INTERNAL_SERVER_ERROR"]],
]);
const KNOWN_CODES: readonly string[] = SERVICE_ERROR_CODES;

const answers = (status: number) => (answer: Answered) =>
  answer.status === status ? null : `${answer.request}: ${describeAnswer(answer)}`;

const errorField = (name: string, kind: Kind): Check =>
  statement(ERRORS, `\`${name}\` is ${kind.called}`, {
    of: errorBodies,
    expected: kind.called,
    differs: ({ status, fields }) => {
      const seen = unlike(kind, fields[name]);
      return seen && `${seen} at ${status}`;
    },
  });

export const REFUSAL_CHECKS: readonly Check[] = [
  statement(ACCESS, "no read is answered without a key: 401", {
    of: readWithoutKey,
    expected: "401",
    differs: answers(401),
  }),
  statement(ACCESS, "an invalid key gets 401", { of: readWithInventedKey, expected: "401", differs: answers(401) }),
  statement(ACCESS, "the key counts in `x-api-key` only: as a bearer it gets 401", {
    of: readWithBearer,
    expected: "401",
    differs: answers(401),
  }),
  beyondReading(ACCESS, "a key without the permission gets 403", "needs a key that may only read, and a command"),
  beyondReading(
    "Authentication: Webhook signature",
    "the header of a delivery and how it is computed",
    "needs a receiver: npm start against this service verifies every delivery",
  ),
  statement(ERRORS, "what does not exist answers 404", {
    of: unknownRead,
    expected: "404 for an id in the form of a known one, or a UUID where none is known",
    differs: answers(404),
  }),
  statement(ERRORS, "an error is an object", {
    of: refusals,
    expected: "an object in JSON",
    differs: (answer) =>
      answer.body.kind === "JSON" && isRecord(answer.body.json) ? null : `${answer.request}: no object`,
  }),
  errorField("success", { called: "false", is: (value) => value === false }),
  errorField("message", text),
  errorField("code", text),
  errorField("timestamp", time),
  statement(ERRORS, "`code` is the one of its status", {
    of: (seen) => {
      const { values, none } = errorBodies(seen);
      return { values: values.filter(({ status }) => CODES_OF_STATUS.has(status)), none };
    },
    expected: "401 UNAUTHORIZED, 404 NOT_FOUND and so on",
    differs: ({ status, fields: { code } }) => {
      if (CODES_OF_STATUS.get(status)?.some((known) => known === code)) return null;
      const known = KNOWN_CODES.find((one) => one === code);
      return `${status} with ${known ?? "a code that is not listed"}`;
    },
  }),
  beyondReading(ERRORS, "400, 403, 409 and 500", "needs commands, or a fault of the service"),
  beyondReading("Limits", "retries, response times, how long files stay", "needs deliveries and uploads"),
];

const bodies = each(errorBodies, ({ fields }) => [fields], "");
export const REFUSAL_SHAPES: readonly OpenShape[] = [
  otherFields(ERRORS, "other fields", bodies, ["success", "message", "code", "timestamp"]),
];
