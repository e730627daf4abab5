import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { readWebhook, readWebhooks, type Webhook } from "#lib/core/contract/webhooks/webhook.ts";
import { everyEntry } from "#lib/platform/contract/answer.ts";
import * as kind from "./kind.ts";
import { each, eachOnce, fieldRules, type Part, rulesOf, type Source, shapesOf } from "./rule.ts";
import { describeFields, holdsSecret, nameOf } from "./shape.ts";
import * as source from "./sources.ts";

const FIELDS = ["url", "events", "description"];
const listRead = source.read("/v2/webhooks");
const lists = source.bodies(listRead);
const oneRead = source.read("/v2/webhooks/{webhookId}", () => "the list names no webhook");
const ones = source.bodies(oneRead);
const entries = source.readEntries(lists, readWebhooks);

const both =
  <T>(inLists: Source<T>, alone: Source<T>): Source<T> =>
  (seen) => ({ found: [...inLists(seen).found, ...alone(seen).found], none: inLists(seen).none });
const webhooks = both(
  each(lists, source.listed, "the list names no webhook"),
  each(ones, source.record(FIELDS), "it cannot be read"),
);
const names = kind.listOf("texts", kind.filledText);
const eventNames = each(webhooks, ({ events }) => (names.is(events) ? (events as string[]) : []), "no event is named");

/** The field that the reader used as the flag: `other_fields` lacks it. */
function flagOf({ entry, as }: { entry: Record<string, unknown>; as: Webhook }): string {
  if (as.enabled === null) return "none that is known";
  const taken = Object.keys(entry).filter((name) => !Object.hasOwn(as.other_fields, name));
  const others = [...FIELDS, "secret"];
  return taken
    .filter((name) => !others.includes(name) && !source.says(entry[name], as.webhook_id))
    .map(nameOf)
    .join(", ");
}

const resource = rulesOf("Resources: Webhook");
const endpoint = rulesOf("Endpoints: Webhooks");
const events = rulesOf("Events");
const open = shapesOf("Endpoints: Webhooks");

export const WEBHOOKS: Part = {
  rules: [
    ...fieldRules("Resources: Webhook", webhooks, {
      url: kind.filledText,
      events: names,
      "description?": kind.orNull(kind.text),
    }),
    resource("the secret cannot be read again, in the list or in one webhook", both(lists, ones), (answer) =>
      holdsSecret(answer, "secret") ? "an answer holds one" : null,
    ),
    endpoint("GET /v2/webhooks succeeds", listRead, source.succeeds),
    endpoint(
      "it answers a list, bare or under one field, whose entries have an identifier",
      lists,
      (list) => source.reading(() => everyEntry(readWebhooks(list))).problem,
    ),
    endpoint("it shows whether a webhook is disabled", entries, ({ as }) =>
      as.enabled === null ? "no field that the dashboard knows as one" : null,
    ),
    endpoint("GET /v2/webhooks/{webhookId} succeeds", oneRead, source.succeeds),
    endpoint("it answers the webhook that was asked for, readable for the dashboard", ones, (body, { id }) => {
      const { value, problem } = source.reading(() => readWebhook(body));
      return value ? (value.webhook_id === id ? null : "another identifier") : problem;
    }),
    events("webhooks name only events that the interface lists", eventNames, (name) =>
      EVENT_NAMES.some((known) => known === name) ? null : "another name",
    ),
  ],
  shapes: [
    open("the list", lists, eachOnce(source.placeOfList)),
    open("one webhook", ones, eachOnce(source.placeOfRecord(FIELDS))),
    open(
      "the identifier",
      entries,
      eachOnce(({ entry, as }) => source.fieldHolding(entry, as.webhook_id, as.other_fields)),
    ),
    open("the flag", entries, eachOnce(flagOf)),
    open("other fields", entries, (all) => describeFields(all.map(({ as }) => as.other_fields)) || "none"),
  ],
};
