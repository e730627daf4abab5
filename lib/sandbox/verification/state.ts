import type { EventName } from "#lib/core/contract/events/event.ts";
import type { DocumentsStatus, VerificationStatus } from "#lib/core/contract/verifications/verification.ts";
import type { ChangeOf } from "./change.ts";

/** Times are ISO 8601 UTC with milliseconds, as the service states them. */
export type IsoTime = string;

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

export type PersonState = {
  people_id: number;
  shareholder_id: number | null;
  full_name: string;
  role: string;
  /** Without `curp_file`, which each read signs again. Null until the first lookup has ended. */
  curp: ChangeOf<"curp_searched">["result"] | null;
};

/** The stored findings run: only the latest is kept (interface, Findings runs). */
export type FindingsState = {
  items: ChangeOf<"findings">["findings"];
  /** Null on older verifications. */
  computed_at: IsoTime | null;
  source: "provisional" | "final" | null;
  run_id: string | null;
};

/** The service's whole state of a verification. It is read and changed as a whole, so it is stored as a whole. */
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
  company: ChangeOf<"created">["company"];
  findings: FindingsState | null;
  items: ItemState[];
  labels: LabelState[];
  people: PersonState[];
  /** Number of emitted events; seeds the disturbances of the next delivery. */
  events_emitted: number;
};

export type SandboxEvent = { event_name: EventName; data: Record<string, unknown> };

/** A verification after a change, and the events of the change in the order of publication. */
export type Advanced = { state: VerificationState; events: SandboxEvent[] };

export const emit = (state: VerificationState, event_name: EventName, data: SandboxEvent["data"]): Advanced => ({
  state,
  events: [{ event_name, data }],
});

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
