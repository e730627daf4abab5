import { z } from "zod";
import { decodeAnswer } from "#lib/platform/contract/answer.ts";
import { excessOf, MAX_FINDINGS } from "#lib/platform/contract/bounds.ts";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import {
  code,
  freeText,
  newVerificationId,
  numericId,
  optional,
  type StatedTime,
  statedTime,
} from "#lib/platform/contract/fields.ts";
import { replaced, storableText } from "#lib/platform/contract/text.ts";

/**
 * Raised whenever this reader understands more deliveries. Deliveries kept as `unrecognized` under an older number are
 * read again.
 */
export const CONTRACT_VERSION = 3;

/**
 * A finding. `message` is human text, always Spanish, never parsed. A severity outside the enum should not arrive, but
 * is kept if it does.
 */
const finding = z.object({
  severity: z.string().transform((text) => storableText(replaced(text), 50)),
  message: freeText(20_000),
  missing_field: optional(freeText(1000)),
});

/** The findings of a run. An entry that is not a finding is left out; it stays visible in the raw payload. */
export const findingsList = z
  .array(z.unknown())
  .max(MAX_FINDINGS)
  .transform((entries) => entries.flatMap((entry) => finding.safeParse(entry).data ?? []));

const anyVerification = { verification_id: newVerificationId, account_id: optional(code) };
const named = { account_name: optional(freeText(1000)), verification_tag: optional(freeText(1000)) };
const base = { ...anyVerification, ...named, created_at: statedTime, status: optional(code) };
const item = {
  ...anyVerification,
  ...named,
  item_id: numericId,
  item_type: optional(code),
  item_error: optional(freeText(4000)),
};
const label = {
  ...base,
  entity: z.object({
    type: optional(code),
    label: code,
    display_name: optional(freeText(1000)),
    category: optional(freeText(1000)),
  }),
  comment: optional(freeText(20_000)),
};

/** The schema of an event's `data`, and its field that states when the event happened; null where there is none. */
const event = <Data extends z.ZodObject, Time extends (keyof z.output<Data> & string) | null>(
  data: Data,
  time: Time,
) => ({
  data,
  time,
});

/**
 * Each event of the interface (Events: Event list). Other tables under the same names have its example
 * (`event-catalogue.ts`), its facts (`lib/core/server/projections/facts-of-event.ts`) and its words (`verification.json` and
 * `webhooks.json` of `messages`).
 */
const EVENTS = {
  "verification.v2.created": event(z.object(base), "created_at"),
  "verification.v2.finished": event(z.object(base), null),
  "verification.v2.extraction_completed": event(
    z.object({ ...base, extraction_completed_at: statedTime }),
    "extraction_completed_at",
  ),
  "verification.v2.document_status_updated": event(
    z.object({
      ...anyVerification,
      created_at: statedTime,
      status: optional(code),
      verification_tag: named.verification_tag,
      documents_status: code,
      previous_documents_status: optional(code),
      updated_at: statedTime,
    }),
    "updated_at",
  ),
  "verification.v2.findings.updated": event(
    z.object({
      ...anyVerification,
      findings: findingsList,
      source: optional(code),
      computed_at: statedTime,
      run_id: code,
    }),
    "computed_at",
  ),
  "verification_item.v2.completed": event(z.object({ ...item, completed_at: statedTime }), "completed_at"),
  "verification_item.v2.internal_status_changed": event(
    z.object({ ...item, internal_status: code, updated_at: statedTime }),
    "updated_at",
  ),
  "verification_item.v2.extraction_completed": event(
    z.object({ ...item, extraction_completed_at: statedTime, success: optional(z.boolean()) }),
    "extraction_completed_at",
  ),
  "verification.v2.label_added": event(z.object({ ...label, added_at: statedTime }), "added_at"),
  "verification.v2.label_removed": event(z.object({ ...label, removed_at: statedTime }), "removed_at"),
  "verification_people.curp_search_completed": event(
    z.object({
      ...anyVerification,
      ...named,
      item_id: optional(numericId),
      people_id: numericId,
      people_error: optional(code),
      people_error_message: optional(freeText(4000)),
      shareholder_id: optional(numericId),
    }),
    null,
  ),
} satisfies Record<string, { data: z.ZodObject; time: string | null }>;

export type EventName = keyof typeof EVENTS;
export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]];
export const isEventName = (name: string): name is EventName => Object.hasOwn(EVENTS, name);

/** The parsed body of a delivery: `{ event_name, data }` with canonical times and storable texts. */
export type VerificationEvent = {
  [Name in EventName]: { event_name: Name; data: z.output<(typeof EVENTS)[Name]["data"]> };
}[EventName];

export type UnrecognizedReason =
  | "not_utf8"
  | "not_json"
  | "not_an_event"
  | "unknown_event"
  | "invalid_field"
  | "too_large";

export type ReadDelivery =
  | { recognized: true; event: VerificationEvent; event_name: EventName; verification_id: string }
  | {
      recognized: false;
      reason: UnrecognizedReason;
      /** The field that could not be read and why, for people; never a value from the body. */
      detail: string;
      event_name: string | null;
      verification_id: string | null;
    };

const envelope = z.object({ event_name: z.string(), data: z.unknown() });

/**
 * Reads the raw body of an authentic delivery (interface, Events). Never throws: an unrecognized body returns a typed
 * reason and its readable fields, so that it can be stored and shown.
 */
export function readDelivery(body: Uint8Array): ReadDelivery {
  const text = decodeAnswer(body);
  if (text === null) return unrecognized("not_utf8", "the body is not UTF-8");
  const excess = excessOf(text);
  let json: unknown;
  try {
    // Only names are read from a body that is too large: they need no exact numbers, whose parser is slow.
    json = excess === null ? parseJson(text) : JSON.parse(text);
  } catch {
    return unrecognized("not_json", "the body is not JSON");
  }
  return excess === null ? readEvent(json) : unrecognized("too_large", `the body has ${excess}`, namesOf(json));
}

function readEvent(json: unknown): ReadDelivery {
  const outer = envelope.safeParse(json);
  if (!outer.success) return unrecognized("not_an_event", "event_name: missing or not a string");
  const { event_name: name, data } = outer.data;
  if (!isEventName(name)) {
    return unrecognized("unknown_event", `event_name: not one of the ${EVENT_NAMES.length} events`, namesOf(json));
  }
  const parsed = EVENTS[name].data.safeParse(data);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = ["data", ...(issue?.path ?? [])].join(".");
    return unrecognized("invalid_field", `${storableText(path, 200)}: ${issue?.message ?? "invalid"}`, namesOf(json));
  }
  // The name chose the schema; TypeScript cannot follow the lookup.
  const event = { event_name: name, data: parsed.data } as VerificationEvent;
  return { recognized: true, event, event_name: name, verification_id: event.data.verification_id };
}

function unrecognized(
  reason: UnrecognizedReason,
  detail: string,
  known: ReturnType<typeof namesOf> = { event_name: null, verification_id: null },
): ReadDelivery {
  return { recognized: false, reason, detail, ...known };
}

function namesOf(json: unknown): { event_name: string | null; verification_id: string | null } {
  const { event_name, data } = envelope.safeParse(json).data ?? { event_name: null, data: null };
  return {
    event_name: event_name && storableText(replaced(event_name), 200),
    verification_id: aboutVerification.safeParse(data).data?.verification_id ?? null,
  };
}

const aboutVerification = z.object({ verification_id: newVerificationId });

/** The time that an event states; null for an event without a time of its own (interface, Event list). */
export function eventTime({ event_name, data }: VerificationEvent): StatedTime | null {
  const { time } = EVENTS[event_name];
  // `event` checks that the schema has this field; TypeScript cannot follow the lookup.
  return time === null ? null : ((data as unknown as Record<string, StatedTime>)[time] ?? null);
}
