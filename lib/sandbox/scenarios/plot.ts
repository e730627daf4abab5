import type { CURP_LOOKUP_ERRORS } from "#lib/core/contract/people/person.ts";
import type { Severity } from "#lib/core/contract/verifications/verification.ts";
import type { DeliveryFault } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import type { Change } from "#lib/sandbox/verification/change.ts";

/** The outcome of a document. `type` is the item's type at the start; a failure may lack the optional `item_error`. */
export type Document = {
  type: string;
  outcome: "completed" | "failed" | "unknown" | "corrupted_file";
  item_error?: string;
};

export type PeopleError = (typeof CURP_LOOKUP_ERRORS)[number];

export type Ending =
  | "pending_upload"
  | "partial_upload"
  | "pending_external"
  | "full_upload"
  | "pending_validation"
  | "error"
  | "finished"
  | "reopened"
  | "finished_again"
  | "finished_unchanged";

type StoryFault = Pick<DeliveryFault, "kind" | "event" | "delay_ms" | "skip"> & { count: number };

export type Plot = {
  items: number;
  ending: Ending;
  /** The first documents_status is `partial_upload` with no predecessor (the interface's shown case). */
  startsPartial?: boolean;
  /** Forms or beneficial owners are pending before the file is complete. */
  external?: boolean;
  /** Requirements change after the file was complete, so its status moves back. */
  backward?: boolean;
  findings: { provisional: Severity[]; final: Severity[] };
  /** Replaces the fifth document, which no lookup of a person depends on. */
  document?: Document;
  peopleError?: PeopleError;
  /** A repeated lookup succeeds after a failure: by hand, or because a `person_id` updates the person (needs 7 items). */
  repeat?: "by_hand" | "person_id";
  /** The second person's lookup is unsuccessful without an error: no person found, or only a part of the data known. */
  lookup?: "not_found" | "partial";
  /** Each kind of deed names a shareholder, not only the articles of incorporation. */
  everyDeed?: boolean;
  labelRemovedByService?: boolean;
  /** A run on demand without a completed document since the previous one. */
  onDemand?: boolean;
  /** Each run also computes a finding whose severity is outside the enum, which is discarded before storage. */
  strayFinding?: boolean;
  /** Faults of the deliveries in place of the usual ones. */
  onTheWay?: StoryFault;
  /** Findings without a time, as older verifications have them. */
  oldFindings?: boolean;
};

/** A change with its time as a share of the whole: the first ending is near 1, and reopening comes after it. */
export type PlotStep = { at: number; change: Change };
