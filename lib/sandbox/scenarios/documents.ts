import type { Random } from "#lib/sandbox/random.ts";
import type { Change } from "#lib/sandbox/verification/change.ts";

/** How a document fares. `type` is the item's type at the start. */
export type Document = {
  type: string;
  outcome: "completed" | "failed" | "unknown" | "corrupted_file";
  item_error?: string;
};

/** Item types whose data is extracted, and so emit `verification_item.v2.extraction_completed`. */
const EXTRACTED = new Set(["csf_mx", "ac_mx", "aa_mx", "pw_mx", "person_id"]);

/** Every `item_error` that the interface lists, each on an item type that it can befall (Errors: Item errors). */
export const ITEM_ERRORS: Record<string, string> = {
  password_protected_pdf: "ac_mx",
  get_input_file_info_failed: "doc_validation",
  unsupported_file_type: "doc_splitter",
  unknown_custom_item_type: "doc_splitter",
  misconfigured_custom_item_type: "doc_splitter",
  no_splits_returned: "doc_splitter",
  pdf_slice_failed: "doc_splitter",
  pdf_slice_upload_failed: "doc_splitter",
  doc_splitter_request_failed: "doc_splitter",
  invalid_document_type: "doc_validation",
  ruleset_validation_failed: "doc_validation",
  prevalidation_failed: "csf_mx",
  // Unexpected failures may carry a free-text English message.
  "Unexpected end of stream while reading page 7": "pw_mx",
};

/** A company's file in the order its documents usually arrive; deeds first, because shareholders are read from them. */
const FILE = [
  "ac_mx",
  "csf_mx",
  "person_id",
  "pw_mx",
  "doc_validation",
  "aa_mx",
  "person_id",
  "doc_validation",
  "generic",
  "doc_splitter",
  "aa_mx",
  "doc_validation",
  "generic",
] as const;

export function companyFile(count: number): Document[] {
  return Array.from({ length: count }, (_, index) => ({
    type: FILE[index % FILE.length] ?? "generic",
    outcome: "completed" as const,
  }));
}

type Placed = { at: number; change: Change };

/** One document's way through processing, from `start` (any unit) and over `length` of the same unit. */
export function processDocument(
  random: Random,
  document: Document,
  itemId: number,
  start: number,
  length: number,
): Placed[] {
  const { type, outcome } = document;
  const error = outcome === "corrupted_file" ? "get_input_file_info_failed" : document.item_error;
  const withError = error === undefined ? {} : { item_error: error };
  const jitter = random.between(-0.04, 0.04);
  const at = (fraction: number) => start + length * (fraction + jitter * (fraction > 0 && fraction < 1 ? 1 : 0));
  const status = (
    fraction: number,
    itemType: string,
    internalStatus: string,
    failure: { item_error?: string } = {},
  ) => ({
    at: at(fraction),
    change: {
      kind: "item_status" as const,
      item_id: itemId,
      item_type: itemType,
      internal_status: internalStatus,
      ...failure,
    },
  });
  const endType = outcome === "unknown" || outcome === "corrupted_file" ? outcome : type;
  const readable = outcome !== "corrupted_file" && outcome !== "unknown";
  const middle: Placed[] = [];
  if (readable && EXTRACTED.has(type)) {
    middle.push(status(0.4, type, "extracting"), {
      at: at(0.75),
      change: { kind: "item_extracted", item_id: itemId, success: outcome === "completed", ...withError },
    });
  } else if (readable) {
    middle.push(status(0.45, type, type === "doc_validation" ? "validating" : "classifying"));
  }
  return [
    status(0, type, "queued"),
    status(0.15, type, "processing"),
    ...middle,
    status(0.88, endType, outcome === "completed" || outcome === "unknown" ? "completed" : "failed", withError),
    { at: at(1), change: { kind: "item_completed", item_id: itemId } },
  ];
}
