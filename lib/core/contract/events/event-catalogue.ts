/**
 * The events for the choice of subscriptions (interface, Events: Event list): families, fields and an example of each.
 * Separate from the schemas in `event.ts`, which browsers must not load.
 */
export type EventFamily = "verification" | "labels" | "items" | "people";

export type EventField = {
  name: string;
  type: "string" | "number" | "boolean" | "array" | "object" | "time";
  optional?: true;
  nullable?: true;
};

export type CatalogueEvent = {
  name: string;
  family: EventFamily;
  fields: readonly EventField[];
  /** `data` of a possible delivery, fields in the order of `fields`. */
  example: Readonly<Record<string, unknown>>;
};

export const EVENT_FAMILIES: readonly EventFamily[] = ["verification", "labels", "items", "people"];

/** `created_at`, `comment | null`, `item_id?`. */
const FIELD_SPEC = /^(\w+)(\?)?( \| null)?$/;

const typeOf = (value: unknown): EventField["type"] => {
  if (value === undefined || value === null) return "string";
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return /^\d{4}-\d\d-\d\dT/.test(value) ? "time" : "string";
  return typeof value as "number" | "boolean" | "object";
};

/** Makes an event from a value for each field; undefined for optional texts that the example leaves out. */
function event(name: string, family: EventFamily, values: Record<string, unknown>): CatalogueEvent {
  const fields: EventField[] = [];
  const example: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const [, field = key, optional, nullable] = FIELD_SPEC.exec(key) ?? [];
    const marks = { ...(optional && { optional: true as const }), ...(nullable && { nullable: true as const }) };
    fields.push({ name: field, type: typeOf(value), ...marks });
    if (value !== undefined) example[field] = value;
  }
  return { name, family, fields, example };
}

const ids = { verification_id: "ver_2f6c1d9a", account_id: "acc_71b0" };
const account_name = "Maderas del Sur SA de CV";
const created_at = "2026-11-20T15:02:11.000Z";
const verification_tag = "EXP-2041";
const base = { ...ids, account_name, created_at, status: "pending", verification_tag };
const item = (item_error?: string) => ({
  verification_id: ids.verification_id,
  item_id: 4411,
  account_id: ids.account_id,
  account_name,
  item_type: "csf_mx",
  "item_error?": item_error,
});
const label = (comment: string | null) => ({
  ...base,
  entity: {
    type: "label",
    label: "needs_power_of_attorney",
    display_name: "Falta poder notarial",
    category: "documents",
  },
  "comment | null": comment,
});

/** In the usual order of arrival. */
export const EVENT_CATALOGUE: readonly CatalogueEvent[] = [
  event("verification.v2.created", "verification", base),
  event("verification.v2.document_status_updated", "verification", {
    ...ids,
    created_at,
    status: "pending",
    verification_tag,
    documents_status: "full_upload",
    "previous_documents_status | null": "partial_upload",
    updated_at: "2026-11-20T16:20:45.000Z",
  }),
  event("verification.v2.findings.updated", "verification", {
    ...ids,
    findings: [{ severity: "high", message: "El RFC no coincide con la constancia.", missing_field: "rfc" }],
    source: "provisional",
    computed_at: "2026-11-20T16:24:02.000Z",
    run_id: "run_9d81e0",
  }),
  event("verification.v2.extraction_completed", "verification", {
    ...base,
    extraction_completed_at: "2026-11-20T16:31:08.000Z",
  }),
  event("verification.v2.finished", "verification", { ...base, status: "finished" }),
  event("verification.v2.label_added", "labels", {
    ...label("Pedido al cliente"),
    added_at: "2026-11-20T16:40:00.000Z",
  }),
  event("verification.v2.label_removed", "labels", { ...label(null), removed_at: "2026-11-20T17:05:30.000Z" }),
  event("verification_item.v2.internal_status_changed", "items", {
    ...item(),
    internal_status: "processing",
    updated_at: "2026-11-20T15:12:40.000Z",
    verification_tag,
  }),
  event("verification_item.v2.extraction_completed", "items", {
    ...item(),
    extraction_completed_at: "2026-11-20T15:14:03.000Z",
    success: true,
    verification_tag,
  }),
  event("verification_item.v2.completed", "items", {
    ...item("password_protected_pdf"),
    completed_at: "2026-11-20T15:14:09.000Z",
    verification_tag,
  }),
  event("verification_people.curp_search_completed", "people", {
    verification_id: ids.verification_id,
    "item_id?": 4411,
    people_id: 902,
    "people_error?": undefined,
    "people_error_message?": undefined,
    "shareholder_id?": 31,
    account_name,
    account_id: ids.account_id,
    verification_tag,
  }),
];

/** All current names. There is no wildcard: a name that the service adds later needs its own subscription. */
export const CATALOGUE_NAMES: readonly string[] = EVENT_CATALOGUE.map(({ name }) => name);

/** The event names of a webhook that the catalogue does not know: the service may know them, or never sends them. */
export const unknownNames = (events: readonly string[]): string[] =>
  events.filter((name) => !CATALOGUE_NAMES.includes(name));

/** Whether the webhook is subscribed to every current event. */
export const hasAllEvents = (events: readonly string[]): boolean =>
  CATALOGUE_NAMES.every((name) => events.includes(name));
