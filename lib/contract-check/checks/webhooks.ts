import { entriesOf, isRecord, recordOf } from "#lib/contract/events/answer.ts";
import { EVENT_NAMES } from "#lib/contract/events/event.ts";
import { readWebhook, readWebhooks, type Webhook } from "#lib/contract/webhooks/webhook.ts";
import { describeAnswer, isSuccess } from "#lib/contract-check/answer.ts";
import {
  beyondReading,
  type Check,
  eachOnce,
  type OpenShape,
  type Source,
  shape,
  statement,
} from "#lib/contract-check/check.ts";
import { filledText, type Kind, orAbsent, orNull, text } from "#lib/contract-check/kind.ts";
import { fieldHolding, placeOfList, says } from "#lib/contract-check/place.ts";
import { reading } from "#lib/contract-check/reading.ts";
import { holdsSecret } from "#lib/contract-check/secret.ts";
import { describeFields, nameOf } from "#lib/contract-check/shape.ts";
import {
  each,
  NO_WEBHOOK,
  webhookBodies,
  webhookLists,
  webhookRead,
  webhooks,
  webhooksRead,
} from "#lib/contract-check/sources.ts";
import { field } from "./field.ts";

const textList: Kind = { called: "a list of texts", is: (value) => Array.isArray(value) && value.every(filledText.is) };

const eventNames = each(
  webhooks,
  ({ events }) => (textList.is(events) ? (events as string[]) : []),
  "no webhook names an event",
);

/** Each webhook of the list as it came and as the dashboard reads it. */
const readEntries = each(
  webhookLists,
  (list) => {
    const entries = reading(() => entriesOf(list, "webhooks")).value ?? [];
    const read = reading(() => readWebhooks(list)).value ?? [];
    return read.map((webhook, index) => ({ entry: entries[index] ?? {}, webhook }));
  },
  NO_WEBHOOK,
);

/** The one that was read by itself, beside the id that it was asked for by. */
const alone: Source<{ id: string | undefined; body: unknown }> = (seen) => {
  const { values, none } = webhookBodies(seen);
  return { values: values.map((body) => ({ id: seen.webhook?.id, body })), none };
};

const KNOWN_EVENTS: ReadonlySet<string> = new Set(EVENT_NAMES);

export const WEBHOOK_CHECKS: readonly Check[] = [
  field("Resources: Webhook", webhooks, "url", filledText),
  field("Resources: Webhook", webhooks, "events", textList),
  field("Resources: Webhook", webhooks, "description", orAbsent(orNull(text))),
  statement("Resources: Webhook", "the secret cannot be read again", {
    of: (seen) => {
      const { values, none } = webhookLists(seen);
      return { values: [...values, ...webhookBodies(seen).values], none };
    },
    expected: "no secret in the list, nor in one webhook",
    differs: (answer) => (holdsSecret(answer, "secret") ? "an answer holds one" : null),
  }),
  statement("Endpoints: Webhooks", "GET /v2/webhooks succeeds", {
    of: webhooksRead,
    expected: "200",
    differs: (answer) => (isSuccess(answer) ? null : describeAnswer(answer)),
  }),
  statement("Endpoints: Webhooks", "it answers a list that the dashboard can read", {
    of: webhookLists,
    expected: "a list, bare or under one field, whose entries have an identifier",
    differs: (list) => reading(() => readWebhooks(list)).problem,
  }),
  statement("Endpoints: Webhooks", "it tells whether a webhook is disabled", {
    of: readEntries,
    expected: "a flag",
    differs: ({ webhook }) => (webhook.enabled === null ? "no field that the dashboard knows as one" : null),
  }),
  statement("Endpoints: Webhooks", "GET /v2/webhooks/{webhookId} succeeds", {
    of: webhookRead,
    expected: "200",
    differs: (answer) => (isSuccess(answer) ? null : describeAnswer(answer)),
  }),
  statement("Endpoints: Webhooks", "it answers the webhook that was asked for, readable for the dashboard", {
    of: alone,
    expected: "the same identifier as in the list",
    differs: ({ id, body }) => {
      const { value, problem } = reading(() => readWebhook(body));
      return value ? (value.webhook_id === id ? null : "another identifier") : problem;
    },
  }),
  beyondReading("Endpoints: Webhooks", "POST, PUT and DELETE, and their answers", "it would change the account"),
  statement("Events", "webhooks name only events that the interface lists", {
    of: eventNames,
    expected: "the eleven names",
    differs: (name) => (KNOWN_EVENTS.has(name) ? null : "another name"),
  }),
  beyondReading(
    "Events",
    "what deliveries hold, when they come, how often they are repeated",
    "needs a receiver: npm start against this service shows deliveries and what is wrong with one",
  ),
];

const OPEN = "Endpoints: Webhooks";
const NAMED = ["url", "events", "description"];

/** The field that was read as the flag: what the reader took, and is none of the others. */
function flagOf({ entry, webhook }: { entry: Record<string, unknown>; webhook: Webhook }): string {
  if (webhook.enabled === null) return "none that is known";
  const taken = Object.keys(entry).filter((name) => !Object.hasOwn(webhook.other_fields, name));
  const flags = taken.filter((name) => ![...NAMED, "secret"].includes(name) && !says(entry[name], webhook.webhook_id));
  return flags.map(nameOf).join(", ");
}

export const WEBHOOK_SHAPES: readonly OpenShape[] = [
  shape(OPEN, "the list", { of: webhookLists, told: (lists) => eachOnce(lists.map(placeOfList)) }),
  shape(OPEN, "one webhook", {
    of: webhookBodies,
    told: (all) =>
      eachOnce(
        all.map((body) => (isRecord(body) && recordOf(body, NAMED, "webhook") !== body ? "under `data`" : "bare")),
      ),
  }),
  shape(OPEN, "the identifier", {
    of: readEntries,
    told: (all) =>
      eachOnce(all.map(({ entry, webhook }) => fieldHolding(entry, webhook.webhook_id, webhook.other_fields))),
  }),
  shape(OPEN, "the flag", { of: readEntries, told: (all) => eachOnce(all.map(flagOf)) }),
  shape(OPEN, "other fields", {
    of: readEntries,
    told: (all) => describeFields(all.map(({ webhook }) => webhook.other_fields)) || "none",
  }),
];
