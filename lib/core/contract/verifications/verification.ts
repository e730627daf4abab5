import type { z } from "zod";
import type { ListCount, RequestedRows } from "#lib/platform/contract/pages.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { verificationDetail, verificationList, verificationSummary } from "./verification-answers.ts";

/**
 * Severities of findings, gravest first (interface, Resources: Finding; a closed enum). No schemas are here: browsers
 * load this module and must not load zod, which probes for `eval`; our CSP reports that as a violation.
 */
export const SEVERITIES = ["high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Kinds of findings runs that the interface names (States: Findings runs). Others are shown as they come. */
export const FINDINGS_SOURCES = ["final", "provisional"] as const;
export type FindingsSource = (typeof FINDINGS_SOURCES)[number];

export type Finding = NonNullable<VerificationSummary["findings"]["gravest"]>;

/** Values of `status` (interface, States: Verification status). Others are shown as they come. */
export const VERIFICATION_STATUSES = ["pending", "pending_validation", "finished", "error"] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** Values of `documents_status` in the order of a file that fills up (interface, States: documents_status). */
export const DOCUMENTS_STATUSES = ["pending_upload", "partial_upload", "pending_external", "full_upload"] as const;
export type DocumentsStatus = (typeof DOCUMENTS_STATUSES)[number];

/** A row of the list. */
export type VerificationSummary = z.output<typeof verificationSummary>;

export type VerificationList = z.output<typeof verificationList>;

/** `near`: for a search that found nothing, the titles and tags with nearly its spelling. */
export type FoundVerifications = VerificationList & { near?: string[] };

/** The rows of some files (`RowsRequest`). */
export type VerificationRows = RequestedRows<VerificationList["items"][number]> & Pick<VerificationList, "outages">;

/** A value that a filter can take and how many verifications have it: exact to 10,000, as totals are. */
export type FilterOption = { value: string; count: ListCount };

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

/** A file of a list; answers that are no list of files have no dates. */
export type ListedFile = VerificationSummary & Partial<Pick<VerificationList["items"][number], "dates">>;
export type VerificationDetail = z.output<typeof verificationDetail>;
export type TimelineEntry = VerificationDetail["documents_status_timeline"][number];
export type FindingsRun = VerificationDetail["findings_runs"][number];
export type VerificationItem = VerificationDetail["items"][number];
export type ItemHistoryEntry = VerificationItem["history"][number];
export type ItemProblem = NonNullable<VerificationItem["problem"]>;
export type VerificationLabel = VerificationDetail["labels"][number];
export type LabelHistoryEntry = VerificationLabel["history"][number];
export type OtherFields = VerificationDetail["other_fields"];

/**
 * Types that state how processing ended, not the kind of document (interface, Item-type outcomes). An item of such a type
 * always needs attention.
 */
export const OUTCOME_TYPES = ["unknown", "corrupted_file"] as const;

export const isOutcomeType = (type: string | null): type is (typeof OUTCOME_TYPES)[number] =>
  (OUTCOME_TYPES as readonly (string | null)[]).includes(type);

/** Maximal number of ids of `POST /api/imports/verifications`. */
export const MAX_IMPORTED = 500;

/**
 * The outcome of one id: new to the dashboard, known before, the tag of a known file instead of an id, unknown to the
 * service, or failed for now.
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
export type ErasureCounts = {
  deliveries: number;
  readings: number;
  /** Rows of the projections. */
  rows: number;
  /** Whether the erasure is in the erasure log, so that a restore from an older backup repeats it. */
  logged: boolean;
  certificate_id: string;
};

/** The answer for a file that has to be kept: it is blocked, and erased when its period ends. */
export type Blocked = {
  /** Null without a known end, as after a restore. */
  blocked_until: Instant | null;
  /** As in `ErasureCounts`. */
  logged: boolean;
};

/** The outcome of reading the service for an opened file; the status of its answer, if it answered. */
export type ReadResult =
  | { outcome: "read" | "coalesced" }
  | { outcome: "failed"; error: { code: string; status: number | null } };
