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
