/** The eleven events (interface, Event list); apart from their schemas, which stay out of what browsers load. */
export const EVENT_CHOICES: readonly string[] = [
  "verification.v2.created",
  "verification.v2.document_status_updated",
  "verification.v2.findings.updated",
  "verification.v2.extraction_completed",
  "verification.v2.finished",
  "verification.v2.label_added",
  "verification.v2.label_removed",
  "verification_item.v2.internal_status_changed",
  "verification_item.v2.extraction_completed",
  "verification_item.v2.completed",
  "verification_people.curp_search_completed",
];
