/** The columns of `verification_summaries` that are computed from facts; titles are written separately. */
export const SUMMARISED =
  `account_id, account_name, tag, created_at, created_at_text, status, status_at, documents_status, documents_status_at,
  first_completed_at, has_gap, findings_high, findings_medium, findings_low, findings_source, findings_computed_at,
  gravest_finding, items_total, items_with_error, item_errors, item_types, item_types_with_error, labels, label_names,
  last_activity_at, contradictions`.split(/,\s+/);
