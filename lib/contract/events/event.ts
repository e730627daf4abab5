import { z } from "zod";
import { excessOf, MAX_FINDINGS } from "#lib/contract/bounds.ts";
import { parseJson } from "#lib/contract/exact-numbers.ts";
import {
  code,
  freeText,
  newVerificationId,
  numericId,
  optional,
  type StatedTime,
  statedTime,
} from "#lib/contract/fields.ts";
import { replaced, storableText } from "#lib/contract/text.ts";

/**
 * Raised whenever this reader learns to understand more. Deliveries kept as `unrecognized` under an older number are
 * read again.
 */
export const CONTRACT_VERSION = 3;

/** The eleven events (interface, Events: Event list). */
export const EVENT_NAMES = [
  "verification.v2.created",
  "verification.v2.finished",
  "verification.v2.extraction_completed",
  "verification.v2.document_status_updated",
  "verification.v2.findings.updated",
  "verification_item.v2.completed",
  "verification_item.v2.internal_status_changed",
  "verification_item.v2.extraction_completed",
  "verification.v2.label_added",
  "verification.v2.label_removed",
  "verification_people.curp_search_completed",
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/**
 * A finding. `message` is human text, always Spanish, never parsed. A severity outside the enum should not arrive; if one
 * does it is kept as it is rather than lost.
 */
const finding = z.object({
  severity: z.string().transform((text) => storableText(replaced(text), 50)),
  message: freeText(20_000),
  missing_field: optional(freeText(1000)),
});

/** The findings of a run. An entry that is no finding at all is left out; it stays visible in the raw payload. */
export const findingsList = z
  .array(z.unknown())
  .max(MAX_FINDINGS)
  .transform((entries) => entries.flatMap((entry) => finding.safeParse(entry).data ?? []));

const longText = freeText(20_000);

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
  comment: optional(longText),
};

const dataSchemas = {
  "verification.v2.created": z.object(base),
  "verification.v2.finished": z.object(base),
  "verification.v2.extraction_completed": z.object({ ...base, extraction_completed_at: statedTime }),
  "verification.v2.document_status_updated": z.object({
    ...anyVerification,
    created_at: statedTime,
    status: optional(code),
    verification_tag: named.verification_tag,
    documents_status: code,
    previous_documents_status: optional(code),
    updated_at: statedTime,
  }),
  "verification.v2.findings.updated": z.object({
    ...anyVerification,
    findings: findingsList,
    source: optional(code),
    computed_at: statedTime,
    run_id: code,
  }),
  "verification_item.v2.completed": z.object({ ...item, completed_at: statedTime }),
  "verification_item.v2.internal_status_changed": z.object({
    ...item,
    internal_status: code,
    updated_at: statedTime,
  }),
  "verification_item.v2.extraction_completed": z.object({
    ...item,
    extraction_completed_at: statedTime,
    success: optional(z.boolean()),
  }),
  "verification.v2.label_added": z.object({ ...label, added_at: statedTime }),
  "verification.v2.label_removed": z.object({ ...label, removed_at: statedTime }),
  "verification_people.curp_search_completed": z.object({
    ...anyVerification,
    ...named,
    item_id: optional(numericId),
    people_id: numericId,
    people_error: optional(code),
    people_error_message: optional(freeText(4000)),
    shareholder_id: optional(numericId),
  }),
} satisfies Record<EventName, z.ZodType>;

/** A delivery's body, read: `{ event_name, data }` with times canonical and texts storable. */
export type VerificationEvent = {
  [Name in EventName]: { event_name: Name; data: z.output<(typeof dataSchemas)[Name]> };
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
const utf8 = new TextDecoder("utf-8", { fatal: true });

export const isEventName = (name: string): name is EventName => Object.hasOwn(dataSchemas, name);

/**
 * Reads the raw body of an authentic delivery (interface, Events). Never throws: what is not understood comes back with
 * a typed reason and whatever could still be read of it, so that it can be kept and shown.
 */
export function readDelivery(body: Uint8Array): ReadDelivery {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return unrecognized("not_utf8", "the body is not UTF-8");
  }
  const excess = excessOf(text);
  let json: unknown;
  try {
    // Of too large a body only names are read, which have no numbers: the exact way of reading those is slow.
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
  if (!isEventName(name))
    return unrecognized("unknown_event", "event_name: not one of the eleven events", namesOf(json));
  const parsed = dataSchemas[name].safeParse(data);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = ["data", ...(issue?.path ?? [])].join(".");
    return unrecognized("invalid_field", `${storableText(path, 200)}: ${issue?.message ?? "invalid"}`, namesOf(json));
  }
  // The schema was chosen by the name, which TypeScript cannot follow through the lookup.
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

/** The event name and the verification of an event that could not be read. */
function namesOf(json: unknown): { event_name: string | null; verification_id: string | null } {
  const { event_name, data } = envelope.safeParse(json).data ?? { event_name: null, data: null };
  return {
    event_name: event_name && storableText(replaced(event_name), 200),
    verification_id: looseVerificationId(data),
  };
}

const aboutVerification = z.object({ verification_id: newVerificationId });

function looseVerificationId(data: unknown): string | null {
  const parsed = aboutVerification.safeParse(data);
  return parsed.success ? parsed.data.verification_id : null;
}

/** When an event happened, by its own word; null where it has no time of its own (interface, Event list). */
export function eventTime({ event_name, data }: VerificationEvent): StatedTime | null {
  switch (event_name) {
    case "verification.v2.created":
      return data.created_at;
    case "verification.v2.extraction_completed":
    case "verification_item.v2.extraction_completed":
      return data.extraction_completed_at;
    case "verification.v2.document_status_updated":
    case "verification_item.v2.internal_status_changed":
      return data.updated_at;
    case "verification.v2.findings.updated":
      return data.computed_at;
    case "verification_item.v2.completed":
      return data.completed_at;
    case "verification.v2.label_added":
      return data.added_at;
    case "verification.v2.label_removed":
      return data.removed_at;
    case "verification.v2.finished":
    case "verification_people.curp_search_completed":
      return null;
  }
}
