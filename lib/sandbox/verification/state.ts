import type { EventName } from "#lib/contract/events/event.ts";
import type { DocumentsStatus, Finding, VerificationStatus } from "#lib/contract/verifications/verification.ts";

/** Times are ISO 8601 UTC with milliseconds, as the service states them. */
export type IsoTime = string;

export type Company = {
  legal_name: string;
  legal_form: string;
  rfc: string;
  incorporated_on: string;
};

export type ItemState = {
  item_id: number;
  item_type: string;
  internal_status: string;
  item_error: string | null;
  extraction_completed_at: IsoTime | null;
  success: boolean | null;
  completed_at: IsoTime | null;
};

export type LabelState = {
  label: string;
  display_name: string;
  category: string | null;
  comment: string | null;
  added_at: IsoTime;
};

/** A CURP lookup's result (interface, Resources) without `curp_file`, which is signed anew at every read. */
export type CurpResult = {
  success: boolean;
  message: string | null;
  search_number: string;
  applicant_data: Record<
    | "curp"
    | "names"
    | "gender"
    | "birth_date"
    | "birth_entity"
    | "nationality"
    | "first_surname"
    | "second_surname"
    | "evidentiary_document",
    string
  > | null;
  evidentiary_document_data: Record<
    "act_number" | "registry_date" | "register_entity" | "register_municipality",
    string
  > | null;
};

export type PersonState = {
  people_id: number;
  shareholder_id: number | null;
  full_name: string;
  role: string;
  /** Null until the first lookup has ended. */
  curp: CurpResult | null;
};

/** The stored findings run: only the latest is kept (interface, Findings runs). */
export type FindingsState = {
  items: StoredFinding[];
  /** Null on older verifications. */
  computed_at: IsoTime | null;
  source: "provisional" | "final" | null;
  run_id: string | null;
};

/** `missing_field` is left out, not null, where a finding points to no missing datum. */
export type StoredFinding = { severity: Finding["severity"]; message: string; missing_field?: string };

/** The service's whole state of a verification. Read and changed as a whole, so stored as a whole. */
export type VerificationState = {
  verification_id: string;
  account_id: string;
  account_name: string;
  tag: string;
  created_at: IsoTime;
  updated_at: IsoTime;
  status: VerificationStatus;
  documents_status: DocumentsStatus | null;
  extraction_completed_at: IsoTime | null;
  channel: "api" | "widget";
  company: Company;
  findings: FindingsState | null;
  items: ItemState[];
  labels: LabelState[];
  people: PersonState[];
  /** Number of emitted events; seeds the disturbances of the next delivery. */
  events_emitted: number;
};

export type SandboxEvent = { event_name: EventName; data: Record<string, unknown> };

/** A verification after a change, and the events that the change emits, in the order they are published. */
export type Advanced = { state: VerificationState; events: SandboxEvent[] };

/** Base verification fields (interface, Events). */
export const baseFields = (state: VerificationState) => ({
  verification_id: state.verification_id,
  account_id: state.account_id,
  account_name: state.account_name,
  created_at: state.created_at,
  status: state.status,
  verification_tag: state.tag,
});

/** Fields shared by the three item events. `item_error` is absent without an error. */
export const itemFields = (state: VerificationState, item: ItemState) => ({
  verification_id: state.verification_id,
  item_id: item.item_id,
  account_id: state.account_id,
  account_name: state.account_name,
  item_type: item.item_type,
  ...(item.item_error === null ? {} : { item_error: item.item_error }),
  verification_tag: state.tag,
});

/** The fields that both label events share; `status` is the verification's, not the label's. */
export const labelFields = (state: VerificationState, label: LabelState) => ({
  ...baseFields(state),
  entity: { type: "label", label: label.label, display_name: label.display_name, category: label.category },
  comment: label.comment,
});
