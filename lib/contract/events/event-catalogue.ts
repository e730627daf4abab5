/**
 * The events for people who choose among them (interface, Events: Event list): families, fields and an example of
 * each. Apart from the schemas in `event.ts`, which stay out of what browsers load.
 */
export type EventFamily = "verification" | "labels" | "items" | "people";

export type EventField = {
  name: string;
  type: "string" | "number" | "boolean" | "array" | "object" | "time";
  /** Absent where there is nothing to say. */
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

const text = (name: string): EventField => ({ name, type: "string" });
const time = (name: string): EventField => ({ name, type: "time" });
const count = (name: string): EventField => ({ name, type: "number" });
const maybe = (field: EventField): EventField => ({ ...field, optional: true });
const orNull = (field: EventField): EventField => ({ ...field, nullable: true });

const BASE = [
  text("verification_id"),
  text("account_id"),
  text("account_name"),
  time("created_at"),
  text("status"),
  text("verification_tag"),
];
const ITEM = [
  text("verification_id"),
  count("item_id"),
  text("account_id"),
  text("account_name"),
  text("item_type"),
  maybe(text("item_error")),
];
const LABEL = [...BASE, { name: "entity", type: "object" } as const, orNull(text("comment"))];

const ids = { verification_id: "ver_2f6c1d9a", account_id: "acc_71b0" };
const tag = { verification_tag: "EXP-2041" };
const base = {
  ...ids,
  account_name: "Maderas del Sur SA de CV",
  created_at: "2026-11-20T15:02:11.000Z",
  status: "pending",
  ...tag,
};
const item = {
  verification_id: ids.verification_id,
  item_id: 4411,
  account_id: ids.account_id,
  account_name: base.account_name,
  item_type: "csf_mx",
};
const entity = {
  type: "label",
  label: "needs_power_of_attorney",
  display_name: "Falta poder notarial",
  category: "documents",
};

/** In the order in which they usually come. */
export const EVENT_CATALOGUE: readonly CatalogueEvent[] = [
  { name: "verification.v2.created", family: "verification", fields: BASE, example: base },
  {
    name: "verification.v2.document_status_updated",
    family: "verification",
    fields: [
      text("verification_id"),
      text("account_id"),
      time("created_at"),
      text("status"),
      text("verification_tag"),
      text("documents_status"),
      orNull(text("previous_documents_status")),
      time("updated_at"),
    ],
    example: {
      ...ids,
      created_at: base.created_at,
      status: "pending",
      ...tag,
      documents_status: "full_upload",
      previous_documents_status: "partial_upload",
      updated_at: "2026-11-20T16:20:45.000Z",
    },
  },
  {
    name: "verification.v2.findings.updated",
    family: "verification",
    fields: [
      text("verification_id"),
      text("account_id"),
      { name: "findings", type: "array" },
      text("source"),
      time("computed_at"),
      text("run_id"),
    ],
    example: {
      ...ids,
      findings: [{ severity: "high", message: "El RFC no coincide con la constancia.", missing_field: "rfc" }],
      source: "provisional",
      computed_at: "2026-11-20T16:24:02.000Z",
      run_id: "run_9d81e0",
    },
  },
  {
    name: "verification.v2.extraction_completed",
    family: "verification",
    fields: [...BASE, time("extraction_completed_at")],
    example: { ...base, extraction_completed_at: "2026-11-20T16:31:08.000Z" },
  },
  {
    name: "verification.v2.finished",
    family: "verification",
    fields: BASE,
    example: { ...base, status: "finished" },
  },
  {
    name: "verification.v2.label_added",
    family: "labels",
    fields: [...LABEL, time("added_at")],
    example: { ...base, entity, comment: "Pedido al cliente", added_at: "2026-11-20T16:40:00.000Z" },
  },
  {
    name: "verification.v2.label_removed",
    family: "labels",
    fields: [...LABEL, time("removed_at")],
    example: { ...base, entity, comment: null, removed_at: "2026-11-20T17:05:30.000Z" },
  },
  {
    name: "verification_item.v2.internal_status_changed",
    family: "items",
    fields: [...ITEM, text("internal_status"), time("updated_at"), text("verification_tag")],
    example: { ...item, internal_status: "processing", updated_at: "2026-11-20T15:12:40.000Z", ...tag },
  },
  {
    name: "verification_item.v2.extraction_completed",
    family: "items",
    fields: [...ITEM, time("extraction_completed_at"), { name: "success", type: "boolean" }, text("verification_tag")],
    example: { ...item, extraction_completed_at: "2026-11-20T15:14:03.000Z", success: true, ...tag },
  },
  {
    name: "verification_item.v2.completed",
    family: "items",
    fields: [...ITEM, time("completed_at"), text("verification_tag")],
    example: {
      ...item,
      item_error: "password_protected_pdf",
      completed_at: "2026-11-20T15:14:09.000Z",
      ...tag,
    },
  },
  {
    name: "verification_people.curp_search_completed",
    family: "people",
    fields: [
      text("verification_id"),
      maybe(count("item_id")),
      count("people_id"),
      maybe(text("people_error")),
      maybe(text("people_error_message")),
      maybe(count("shareholder_id")),
      text("account_name"),
      text("account_id"),
      text("verification_tag"),
    ],
    example: {
      verification_id: ids.verification_id,
      item_id: 4411,
      people_id: 902,
      shareholder_id: 31,
      account_name: base.account_name,
      account_id: ids.account_id,
      ...tag,
    },
  },
];

/** All names of today. There is no wildcard: a name that the service adds later has to be subscribed to then. */
export const CATALOGUE_NAMES: readonly string[] = EVENT_CATALOGUE.map(({ name }) => name);

/** Which of a webhook's names the catalogue does not know: the service may know them, or nothing will ever come of them. */
export const unknownNames = (events: readonly string[]): string[] =>
  events.filter((name) => !CATALOGUE_NAMES.includes(name));

/** Whether the webhook is subscribed to every current event. */
export const hasAllEvents = (events: readonly string[]): boolean =>
  CATALOGUE_NAMES.every((name) => events.includes(name));
