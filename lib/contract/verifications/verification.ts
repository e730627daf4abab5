import type { Freshness } from "#lib/contract/freshness.ts";
import type { Counted, Placed, SomeRows } from "#lib/contract/pages.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { Incompleteness, Part } from "./incomplete.ts";
import type { Review, ReviewStanding } from "./review.ts";

/**
 * Severities of findings, gravest first (interface, Resources: Finding; a closed enum). No schemas are here: browsers
 * load this module and must not load zod, which probes for `eval`; our CSP reports that as a violation.
 */
export const SEVERITIES = ["high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Kinds of findings runs that the interface names (States: Findings runs). Others are shown as they come. */
export const FINDINGS_SOURCES = ["final", "provisional"] as const;
export type FindingsSource = (typeof FINDINGS_SOURCES)[number];

/** A finding (interface, Resources: Finding). A severity outside the enum is kept as it came. */
export type Finding = { severity: string; message: string; missing_field: string | null };

/** Values of `status` (interface, States: Verification status). Others are shown as they come. */
export const VERIFICATION_STATUSES = ["pending", "pending_validation", "finished", "error"] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** Values of `documents_status` in the order of a file that fills up (interface, States: documents_status). */
export const DOCUMENTS_STATUSES = ["pending_upload", "partial_upload", "pending_external", "full_upload"] as const;
export type DocumentsStatus = (typeof DOCUMENTS_STATUSES)[number];

/** A row of the list. Times are ISO 8601 UTC; null is 'not known', never 'none'. */
export type VerificationSummary = {
  verification_id: string;
  account_id: string | null;
  account_name: string | null;
  tag: string | null;
  /**
   * The title, from the fields of the service's answer that an admin chose (`title-fields.ts`). It may name a person.
   */
  title: string | null;
  tax_id: string | null;
  created_at: Instant | null;
  /** The service's text if it is no ISO 8601 time. */
  created_at_text: string | null;
  status: string | null;
  status_at: Instant | null;
  documents_status: string | null;
  documents_status_at: Instant | null;
  first_completed_at: Instant | null;
  has_gap: boolean;
  findings: {
    high: number;
    medium: number;
    low: number;
    /** `provisional`, `final`, or null for a run known from a read only, or without a run. */
    source: string | null;
    computed_at: Instant | null;
    /** The first of the gravest ones, its message cut to 200 characters; null without any. */
    gravest: Finding | null;
  };
  items_total: number;
  /** Items that need attention, with or without an `item_error`. */
  items_with_error: number;
  /** Distinct current error codes of the items, sorted. */
  item_errors: string[];
  /** Distinct current types of the items, sorted. */
  item_types: string[];
  item_types_with_error: string[];
  labels: string[];
  /** The names of `labels`, in their order; the key where no event has named it. */
  label_names: string[];
  last_activity_at: Instant | null;
  /** Parts of the file that may lack events; the verification's own answer has times and causes. */
  possibly_incomplete: Part[];
  /** At its last evaluation. */
  review: Review | null;
};

type ListedVerification = VerificationSummary & Placed;

export type VerificationList = {
  items: ListedVerification[];
  next_cursor: string | null;
  /** Exact to 10,000. */
  total: Counted;
  /** Names the outages by which `possibly_incomplete` was decided for all rows. */
  outages: string;
};

/** The rows of some files (`RowsAsked`). */
export type VerificationRows = SomeRows<ListedVerification> & Pick<VerificationList, "outages">;

/** A value that a filter can take and how many verifications have it: exact to 10,000, as totals are. */
export type FilterOption = { value: string; count: Counted };

/** The values of the list's filter menus (`GET /api/choices/verifications`): values that exist, most frequent first. */
export type VerificationOptions = {
  status: FilterOption[];
  documents_status: FilterOption[];
  /** `name` is from the newest verification with the label. */
  label: (FilterOption & { name: string | null })[];
  /** `name` is the one in the account's latest verification. */
  account: (FilterOption & { name: string | null })[];
  item_error: FilterOption[];
  item_type: FilterOption[];
};

/** When something happened, by an event's own word. */
type Dated = {
  at: Instant;
  /**
   * The event's text if it is no ISO 8601 time, empty without one; `at` is then the time of the signature. Null for a
   * readable time.
   */
  at_text: string | null;
};

/** A period in one documents_status, oldest first (design §9). */
export type TimelineEntry = Dated & {
  from: string | null;
  to: string;
  source: "event" | "api";
  /** An event is missing before this one. */
  gap: boolean;
};

export type FindingsRun = {
  items: Finding[];
  computed_at: Instant | null;
  /** As `at_text` of other events. A reading is not signed: where it has this, `computed_at` is null. */
  computed_at_text: string | null;
  /** `provisional` or `final`; null for a run known from a read only, whose source the service does not state. */
  source: string | null;
  run_id: string | null;
  found_by: "event" | "api";
  /**
   * A final run from before the verification was reopened: no longer definitive, until a reading that began after the
   * verification finished again shows the same run.
   */
  before_reopening: boolean;
  /** The verification has finished again since, and no such read has arrived yet. */
  finished_again: boolean;
};

export type ItemHistoryEntry = Dated & {
  kind: "completed" | "extraction_completed" | "internal_status_changed";
  item_type: string | null;
  item_error: string | null;
  internal_status: string | null;
  success: boolean | null;
};

export type VerificationItem = {
  item_id: number;
  item_type: string | null;
  internal_status: string | null;
  item_error: string | null;
  completed_at: Instant | null;
  extraction_completed_at: Instant | null;
  success: boolean | null;
  /** Why it needs attention; null where it needs none. */
  problem: ItemProblem | null;
  /** Oldest first. */
  history: ItemHistoryEntry[];
};

/** `item_problem` of the database decides it, with or without an `item_error`. */
export type ItemProblem = "failed" | "unclassified";

/**
 * Types that say how processing ended, not what a document is (interface, Item-type outcomes). An item of such a type needs
 * attention whatever became of it.
 */
export const OUTCOME_TYPES = ["unknown", "corrupted_file"] as const;

export const isOutcomeType = (type: string | null): type is (typeof OUTCOME_TYPES)[number] =>
  (OUTCOME_TYPES as readonly (string | null)[]).includes(type);

/** An assignment or removal of a label, as an event stated it, with its comment. */
export type LabelHistoryEntry = Dated & { kind: "added" | "removed"; comment: string | null };

export type VerificationLabel = {
  label: string;
  display_name: string | null;
  category: string | null;
  comment: string | null;
  added_at: Instant | null;
  /** Null while the label is assigned. */
  removed_at: Instant | null;
  /** Oldest first. A comment update is a removal and an assignment (interface, event rule 1). */
  history: LabelHistoryEntry[];
};

/** A branch of the answer outside the interface, kept unchanged. */
export type OtherFields = Record<string, unknown>;

export type VerificationDetail = {
  verification: Omit<VerificationSummary, "possibly_incomplete" | "review"> & {
    extraction_completed_at: Instant | null;
    extraction_completed_at_text: string | null;
  };
  /** Its version is of the facts in this answer. Null where reviews were not asked for. */
  review: Review | null;
  /** The standing of the review by the same facts; null where the review is null. */
  review_standing: ReviewStanding | null;
  /** Where events may be missing, until something proves otherwise; by part, the latest first. */
  possibly_incomplete: Incompleteness[];
  documents_status_timeline: TimelineEntry[];
  findings: FindingsRun | null;
  /** Every observed run, newest first. */
  findings_runs: FindingsRun[];
  items: VerificationItem[];
  labels: VerificationLabel[];
  freshness: Freshness;
  other_fields: OtherFields;
  /** False once the retention has deleted the service's last answer, which these were fields of. */
  last_answer_kept: boolean;
  /** The answer was stored before the bounds existed and exceeds them: it has no other fields here. */
  last_answer_too_large: boolean;
};

/** As many ids as `POST /api/imports/verifications` takes at once. */
export const MAX_IMPORTED = 500;

/**
 * The outcome of one id: new to the dashboard, known before, the tag of a known file and so no id, unknown to the
 * service, or not to be had at the moment.
 */
export type ImportedId = {
  verification_id: string;
  outcome: "added" | "known" | "tag" | "not_found" | "failed";
  /** The cause of a failure, as in error answers. */
  code?: string;
};

/** Kinds of item (interface, Resources: Item, the values named). Others are shown as they come. */
export const ITEM_TYPES = [
  "generic",
  "unknown",
  "corrupted_file",
  "person_id",
  "doc_splitter",
  "doc_validation",
  "csf_mx",
  "ac_mx",
  "aa_mx",
  "pw_mx",
] as const;

/** Public error codes of items (interface, Errors: Item errors). The list is open and a code is opaque to logic. */
export const ITEM_ERRORS = [
  "password_protected_pdf",
  "get_input_file_info_failed",
  "unsupported_file_type",
  "unknown_custom_item_type",
  "misconfigured_custom_item_type",
  "no_splits_returned",
  "pdf_slice_failed",
  "pdf_slice_upload_failed",
  "doc_splitter_request_failed",
  "invalid_document_type",
  "ruleset_validation_failed",
  "prevalidation_failed",
] as const;
export type ItemError = (typeof ITEM_ERRORS)[number];

/** Codes with a cause in the interface (Errors: Item errors, in brackets); the interface only names the others. */
export const ITEM_ERRORS_WITH_CAUSE: readonly ItemError[] = ["password_protected_pdf", "get_input_file_info_failed"];

/** The counts of deleted rows of an erasure (`DELETE /api/verifications/{id}`). */
export type Erased = {
  deliveries: number;
  readings: number;
  /** Rows of the projections. */
  rows: number;
  /** Whether the erasure is in the erasure log, so that a restore from an older backup repeats it. */
  logged: boolean;
  /** Of the certificate that says what was deleted. */
  certificate_id: string;
};

/** The answer for a file that has to be kept: it is blocked, and erased when its period ends. */
export type Blocked = {
  /** Null while a legal hold keeps it. */
  blocked_until: Instant | null;
  /** As of an erasure. */
  logged: boolean;
};
