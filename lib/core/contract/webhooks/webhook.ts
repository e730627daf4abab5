import {
  entriesOf,
  firstText,
  type Listed,
  otherFieldsOf,
  recordOf,
  textOf,
  UnreadableAnswer,
} from "#lib/platform/contract/answer.ts";

/**
 * A webhook as the dashboard knows it (interface, Resources: Webhook). The names of identifier and flag are not shown
 * there, so every alternative of design §7 is read.
 */
export type Webhook = {
  webhook_id: string;
  url: string | null;
  events: string[];
  description: string | null;
  /** Null where the service does not say. */
  enabled: boolean | null;
  other_fields: Record<string, unknown>;
};

const ID_NAMES = ["id", "webhook_id", "webhookId"] as const;
const NEGATIVE_FLAGS = ["disabled", "is_disabled"];
/** In the order in which they count; `status` is a flag or a word. */
const FLAGS = ["enabled", "is_enabled", "active", "is_active", ...NEGATIVE_FLAGS, "status"];
const IDENTIFYING_FIELDS = [...ID_NAMES, "url", "events", "secret"];

const ENABLED_WORDS = new Set(["enabled", "active", "on", "live"]);
const DISABLED_WORDS = new Set(["disabled", "inactive", "off", "paused", "suspended"]);

function readFlag(record: Record<string, unknown>): { name: string; enabled: boolean } | null {
  for (const name of FLAGS) {
    const value = record[name];
    if (typeof value === "boolean") return { name, enabled: NEGATIVE_FLAGS.includes(name) ? !value : value };
  }
  const status = typeof record.status === "string" ? record.status.toLowerCase() : "";
  if (ENABLED_WORDS.has(status)) return { name: "status", enabled: true };
  if (DISABLED_WORDS.has(status)) return { name: "status", enabled: false };
  return null;
}

function fromRecord(record: Record<string, unknown>, what: string): Webhook {
  const id = firstText(record, ID_NAMES);
  if (!id) throw new UnreadableAnswer(`${what}.id: missing (also looked for webhook_id and webhookId)`);
  const flag = readFlag(record);
  const url = textOf(record, "url");
  const description = textOf(record, "description");
  const listed = Array.isArray(record.events) ? record.events : [];
  const events = listed.filter((name) => typeof name === "string");
  // Fields that were not understood are shown among the other fields, a secret never.
  const understood = new Set(["secret", id.name]);
  if (flag) understood.add(flag.name);
  if (url !== null) understood.add("url");
  if (description !== null) understood.add("description");
  if (Array.isArray(record.events) && events.length === listed.length) understood.add("events");
  return {
    webhook_id: id.value,
    url,
    events,
    description,
    enabled: flag?.enabled ?? null,
    other_fields: otherFieldsOf(record, understood),
  };
}

/** Throws UnreadableAnswer naming the field. */
export const readWebhook = (answer: unknown): Webhook =>
  fromRecord(recordOf(answer, IDENTIFYING_FIELDS, "webhook"), "webhook");

/** Throws UnreadableAnswer without a list. */
export const readWebhooks = (answer: unknown): Listed<Webhook> => entriesOf(answer, "webhooks", fromRecord);

/** The answer to a creation, the only one with the secret. Throws UnreadableAnswer without it. */
export function readCreatedWebhook(answer: unknown): { webhook: Webhook; secret: string } {
  const record = recordOf(answer, IDENTIFYING_FIELDS, "webhook");
  if (typeof record.secret !== "string" || record.secret === "") throw new UnreadableAnswer("webhook.secret: missing");
  return { webhook: fromRecord(record, "webhook"), secret: record.secret };
}
