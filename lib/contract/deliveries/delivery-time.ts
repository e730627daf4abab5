import type { VerificationEvent } from "#lib/contract/events/event.ts";
import type { Instant } from "#lib/contract/time.ts";

/** When what an event tells of happened, by its own word; null where it has no time of its own (interface, Event list). */
export function eventTime({ event_name, data }: VerificationEvent): Instant | null {
  switch (event_name) {
    case "verification.v2.created":
      return data.created_at;
    case "verification.v2.extraction_completed":
    case "verification_item.v2.extraction_completed":
      return data.extraction_completed_at;
    case "verification.v2.document_status_updated":
    case "verification_item.v2.internal_status_changed":
      return data.updated_at;
    case "verification.v2.findings.updated":
      return data.computed_at;
    case "verification_item.v2.completed":
      return data.completed_at;
    case "verification.v2.label_added":
      return data.added_at;
    case "verification.v2.label_removed":
      return data.removed_at;
    case "verification.v2.finished":
    case "verification_people.curp_search_completed":
      return null;
  }
}
