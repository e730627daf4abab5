import { type Answered, describeAnswer, isAnswered, isFromGateway } from "#lib/contract-check/observe/ask.ts";
import type { Call } from "#lib/contract-check/observe/observations.ts";
import { isRecord } from "#lib/platform/contract/answer.ts";
import { SERVICE_ERROR_CODES, STATUS_OF_CODE } from "#lib/platform/contract/error.ts";
import * as kind from "./kind.ts";
import { each, fieldRules, others, type Part, rulesOf, shapesOf } from "./rule.ts";
import { answers } from "./sources.ts";

/** Rules for every answer and every refusal. */

const JSON_TYPE = /^application\/([a-z.-]+\+)?json$/;
const STATUSES = new Set<number>(Object.values(STATUS_OF_CODE));
const ERROR_FIELDS = { success: kind.no, message: kind.text, code: kind.text, timestamp: kind.time };

/** All answers of the service itself. */
const all = answers(
  ({ answer }) => isAnswered(answer) && answer.redirect === null && !isFromGateway(answer),
  undefined,
  () => null,
);
const objectIn = ({ body }: Answered) => (body.kind === "JSON" && isRecord(body.json) ? [body.json] : []);
const refusals = each(all, (answer) => (answer.status >= 400 ? [answer] : []), "nothing was refused");
const errorBodies = each(refusals, objectIn, "no refusal has an object for a body");

const refused = (purpose: Call["purpose"]) => answers((call) => call.purpose === purpose);
/** If the key may not read an endpoint at all, a 403 says nothing about an id that does not exist. */
const unknown = answers(
  ({ purpose, endpoint }, seen) =>
    purpose === "unknown" &&
    !seen.some((one) => one.purpose === "read" && one.answer.status === 403 && endpoint.startsWith(one.endpoint)),
  () => "this key may not read anything that has an id",
);
/** The lists, and the reads of given verifications. */
const reads = answers(({ purpose, endpoint }) => purpose === "read" && endpoint !== "/v2/webhooks/{webhookId}");
const has = (status: number) => (answer: Answered) => (answer.status === status ? null : describeAnswer(answer));

/** How far the two clocks are apart, since signatures of deliveries are judged by them (interface, Webhook signature). */
function clockOf(every: Answered[]): string {
  const last = every.findLast(({ clockAheadMs }) => clockAheadMs !== null)?.clockAheadMs ?? null;
  if (last === null) return "left out";
  const minutes = Math.round(last / 60_000);
  if (minutes === 0) return "agrees with this machine's clock";
  return `${Math.abs(minutes)} min ${minutes > 0 ? "ahead of" : "behind"} this machine's clock`;
}

const service = rulesOf("What the service does");
const access = rulesOf("Authentication: API key");
const errors = rulesOf("Errors: Error response");
const versioning = rulesOf("Versioning");

export const ANSWERS: Part = {
  rules: [
    service("every answer has a JSON body", all, (answer) =>
      answer.body.kind === "JSON" ? null : describeAnswer(answer),
    ),
    service("every answer says that it is JSON", all, ({ mediaType }) =>
      JSON_TYPE.test(mediaType ?? "") ? null : (mediaType ?? "no content type that can be read"),
    ),
    access("no read is answered without a key: 401", refused("no key"), has(401)),
    access("an invalid key gets 401", refused("invented key"), has(401)),
    access("the key counts in `x-api-key` only: as a bearer it gets 401", refused("key as a bearer"), has(401)),
    errors("what does not exist answers 404", unknown, has(404)),
    errors("an error is an object", refusals, (answer) => (objectIn(answer).length === 1 ? null : "no object")),
    ...fieldRules("Errors: Error response", errorBodies, ERROR_FIELDS),
    errors("`code` is the one of its status", errorBodies, ({ code }, { answer: { status } }) => {
      const known = SERVICE_ERROR_CODES.find((one) => one === code);
      if (!STATUSES.has(status) || (known && STATUS_OF_CODE[known] === status)) return null;
      return `${status} with ${known ?? "a code that is not listed"}`;
    }),
    versioning(
      "API keys and verifications stand under no version, webhooks and people under /v2",
      reads,
      ({ status }) => (status === 404 || status === 410 ? `${status}` : null),
    ),
  ],
  shapes: [
    shapesOf("What the service does")("the `Date` header", all, clockOf),
    shapesOf("Errors: Error response")("other fields", errorBodies, others(Object.keys(ERROR_FIELDS))),
    shapesOf("Limits")("rate limit headers", all, (every) => {
      return [...new Set(every.flatMap(({ rateHeaders }) => rateHeaders))].join(", ") || "none";
    }),
  ],
};
