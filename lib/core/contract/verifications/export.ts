/** Formats of `GET /api/exports/verifications`, and the maximal number of files in each that programs can open. */
export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const MAX_EXPORTED: Record<ExportFormat, number> = { csv: 1_000_000, xlsx: 100_000 };

/** A row for each file, or for each document with stated dates. */
export const EXPORT_SHEETS = ["files", "dates"] as const;
export type ExportSheet = (typeof EXPORT_SHEETS)[number];

/**
 * Columns of an export of dates: those of `POST /api/imports/statements`, with names for people. `file` is the id of the file,
 * `kind` the key of the document in the policy.
 */
export const DATES_COLUMNS = [
  ...(["file", "tag", "title", "since", "until", "last_check"] as const),
  ...(["kind", "document", "person", "issued", "expires"] as const),
] as const;
export type DatesColumn = (typeof DATES_COLUMNS)[number];

/** Headings and values as words in the reader's language, or the names and codes of the interface. */
export const EXPORT_VALUES = ["words", "codes"] as const;
export type ExportValues = (typeof EXPORT_VALUES)[number];

/** Columns of an export, by the names of the list's own fields, in the order in which they are written. */
export const EXPORT_COLUMNS = [
  "verification_id",
  "tag",
  "title",
  "tax_id",
  "account_id",
  "account_name",
  "created_at",
  "status",
  "status_at",
  "documents_status",
  "documents_status_at",
  "first_completed_at",
  "findings_high",
  "findings_medium",
  "findings_low",
  "findings_source",
  "findings_computed_at",
  "findings",
  "missing_fields",
  "items_total",
  "items_with_error",
  "item_errors",
  "item_types",
  "labels",
  "label_names",
  "possibly_incomplete",
  "last_activity_at",
  "review_state",
  "review_resolution",
  "review_proposal",
  "review_decided_by",
  "review_decided_at",
  "review_approved_by",
  "review_approved_at",
  "review_reason",
  "review_words",
  "review_exceptions",
  "review_reasons",
  "review_assignee",
  "review_due_at",
  "relation_since",
  "relation_until",
  "relation_checked_at",
  "relation_next_check_on",
  "due_on",
  "due_causes",
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/** Columns with what the list shows on the screen. */
const SHOWN: readonly ExportColumn[] = [
  ...(["tag", "title", "tax_id", "created_at", "status", "documents_status"] as const),
  ...(["findings_high", "findings_medium", "findings_low", "findings_source", "findings", "items_total"] as const),
  ...(["items_with_error", "label_names", "last_activity_at", "review_state", "review_resolution"] as const),
  ...(["review_proposal", "review_assignee", "review_due_at"] as const),
];

/** Choices of the dialog, columns in the order of `EXPORT_COLUMNS`; the address has the columns and the values. */
export const EXPORT_PRESETS = {
  report: { values: "words", columns: SHOWN },
  everything: { values: "words", columns: EXPORT_COLUMNS },
  codes: { values: "codes", columns: EXPORT_COLUMNS },
} as const satisfies Record<string, { values: ExportValues; columns: readonly ExportColumn[] }>;

/** Columns of times: each is two, in the reader's zone and in UTC. */
export const isTimeColumn = (column: ExportColumn): boolean => column.endsWith("_at");
