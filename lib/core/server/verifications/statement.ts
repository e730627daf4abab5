import { eventTime, type VerificationEvent } from "#lib/core/contract/events/event.ts";
import type { EventStatement, StatedItem } from "#lib/core/contract/verifications/activity.ts";
import type { ItemHistoryEntry, VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { endOfSecond, type Instant } from "#lib/platform/contract/time.ts";
import { countSeverities } from "./findings.ts";

/**
 * The time of an event: the stated time, at the latest the end of second `t` of its signature, as in its facts (design
 * §4). Null if the event has no time of its own.
 */
export function eventInstant(event: VerificationEvent, t: number): Instant | null {
  const signed = endOfSecond(t);
  const own = eventTime(event);
  if (own === null) return null;
  return own.at !== null && own.at < signed ? own.at : signed;
}

/**
 * The statement of an event signed in second `t`, for its sentence. `items` are the items of its verification, for the
 * earlier status of an item, and for its type if the event has none. Pure.
 */
export function statementOf(event: VerificationEvent, t: number, items: readonly VerificationItem[]): EventStatement {
  const at = eventInstant(event, t);
  switch (event.event_name) {
    case "verification.v2.created":
      return { kind: "created" };
    case "verification.v2.finished":
      return { kind: "finished" };
    case "verification.v2.extraction_completed":
      return { kind: "extraction_completed" };
    case "verification.v2.document_status_updated": {
      const { documents_status: to, previous_documents_status } = event.data;
      return { kind: "documents_status", from: previous_documents_status || null, to };
    }
    case "verification.v2.findings.updated": {
      const { findings, source } = event.data;
      const known = countSeverities(findings);
      const other = findings.length - known.high - known.medium - known.low;
      return { kind: "findings", source: source || null, ...known, other };
    }
    case "verification_item.v2.completed":
      return { kind: "item_completed", ...statedItem(event.data, items) };
    case "verification_item.v2.extraction_completed":
      return { kind: "item_extracted", success: event.data.success, ...statedItem(event.data, items) };
    case "verification_item.v2.internal_status_changed": {
      const { item_id, internal_status: to } = event.data;
      const history = items.find((item) => item.item_id === item_id)?.history ?? [];
      return { kind: "item_status", from: statusBefore(history, at, to), to, ...statedItem(event.data, items) };
    }
    case "verification.v2.label_added":
    case "verification.v2.label_removed": {
      const { entity, comment } = event.data;
      const kind = event.event_name === "verification.v2.label_added" ? "label_added" : "label_removed";
      return {
        kind,
        label: entity.label,
        name: shownText(entity.display_name || entity.label),
        comment: comment || null,
      };
    }
    case "verification_people.curp_search_completed": {
      const { people_id, people_error } = event.data;
      return { kind: "person", people_id, people_error: people_error || null };
    }
  }
}

function statedItem({ item_id, item_type, item_error }: StatedItem, items: readonly VerificationItem[]): StatedItem {
  const known = items.find((item) => item.item_id === item_id);
  return { item_id, item_type: item_type || (known?.item_type ?? null), item_error: item_error || null };
}

/** An item's internal status before a change; null if that change, or an earlier one, is unknown. */
function statusBefore(history: readonly ItemHistoryEntry[], at: Instant | null, to: string): string | null {
  const changes = history.filter(({ internal_status }) => internal_status !== null);
  const index = changes.findIndex((change) => change.at === at && change.internal_status === to);
  return changes[index - 1]?.internal_status ?? null;
}
