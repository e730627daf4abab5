import { describeAnswer } from "#lib/contract-check/answer.ts";
import { type Check, type OpenShape, shape, statement } from "#lib/contract-check/check.ts";
import { everyAnswer, everyRead } from "#lib/contract-check/sources.ts";

const SERVICE = "What the service does";
const JSON_TYPE = /^application\/([a-z.-]+\+)?json$/;
const MINUTE_MS = 60_000;

export const SERVICE_CHECKS: readonly Check[] = [
  statement(SERVICE, "every answer has a JSON body", {
    of: everyAnswer,
    expected: "JSON",
    differs: (answer) => (answer.body.kind === "JSON" ? null : `${answer.request}: ${describeAnswer(answer)}`),
  }),
  statement(SERVICE, "every answer says that it is JSON", {
    of: everyAnswer,
    expected: "Content-Type application/json",
    differs: ({ mediaType, request }) =>
      JSON_TYPE.test(mediaType ?? "") ? null : `${request}: ${mediaType ?? "no content type that can be read"}`,
  }),
  statement("Versioning", "API keys and verifications stand under no version, webhooks and people under /v2", {
    of: everyRead,
    expected: "an answer at each path",
    differs: ({ request, status }) => (status === 404 || status === 410 ? `${request}: ${status}` : null),
  }),
];

/** How far the two clocks are apart, since signatures of deliveries are judged by them (interface, Webhook signature). */
function clockOf(ahead: readonly (number | null)[]): string {
  const last = ahead.findLast((ms) => ms !== null) ?? null;
  if (last === null) return "left out";
  const minutes = Math.round(last / MINUTE_MS);
  if (minutes === 0) return "agrees with this machine's clock";
  return `${Math.abs(minutes)} min ${minutes > 0 ? "ahead of" : "behind"} this machine's clock`;
}

export const SERVICE_SHAPES: readonly OpenShape[] = [
  shape(SERVICE, "the `Date` header", {
    of: everyAnswer,
    told: (answers) => clockOf(answers.map(({ clockAheadMs }) => clockAheadMs)),
  }),
  shape("Limits", "rate limit headers", {
    of: everyAnswer,
    told: (answers) => [...new Set(answers.flatMap(({ rateHeaders }) => rateHeaders))].join(", ") || "none",
  }),
];
