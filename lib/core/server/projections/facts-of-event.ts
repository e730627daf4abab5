import { hash } from "node:crypto";
import { eventTime, type VerificationEvent } from "#lib/core/contract/events/event.ts";
import { canonicalJson } from "#lib/platform/contract/text.ts";
import { endOfSecond, type Instant } from "#lib/platform/contract/time.ts";
import type { Fact, FactTable, StatedFields } from "./facts.ts";

type Stated = { [T in FactTable]: { table: T; fields: StatedFields[T] } }[FactTable];

/** Reads an empty text as null, so that "" and an absent field give the same fact. */
const orNull = (text: string | null | undefined): string | null => text || null;

/**
 * The facts that one signed copy of an event states (design §4). `t` is the second of its signature. Pure: the same
 * event and `t` give the same rows. Each event gives a statement about the verification itself, and most events a fact
 * about their subject as well.
 *
 * An event without a readable time of its own is dated to the end of second `t`. The order of such facts may be wrong
 * (interface, event rules 2 and 3): an old event that is signed last counts as the newest. `at_text` keeps an
 * unreadable time as it was written.
 */
export function factsOfEvent(event: VerificationEvent, t: number): Fact[] {
  const signed_before = endOfSecond(t);
  const own = eventTime(event);
  const at = own?.at ?? signed_before;
  const at_text = own?.text ?? null;
  const stated: Stated[] = [{ table: "verification_statements", fields: statementOf(event, at) }];
  const change = changeOf(event);
  if (change) stated.push(change);
  return stated.map(({ table, fields }) => {
    const { verification_id } = event.data;
    const digest = hash("sha256", canonicalJson({ ...fields, at, at_text }), "hex");
    // The table and its fields stay paired, which TypeScript cannot follow through the spread.
    return { table, row: { verification_id, digest, at, at_text, signed_before, ...fields } } as Fact;
  });
}

function statementOf({ event_name, data }: VerificationEvent, at: Instant): StatedFields["verification_statements"] {
  return {
    event_name,
    status: "status" in data ? orNull(data.status) : null,
    account_id: orNull(data.account_id),
    account_name: "account_name" in data ? orNull(data.account_name) : null,
    verification_tag: "verification_tag" in data ? orNull(data.verification_tag) : null,
    created_at: "created_at" in data ? data.created_at.at : null,
    created_at_text: "created_at" in data ? orNull(data.created_at.text) : null,
    // `verification_item.v2.extraction_completed` is about an item.
    extraction_completed_at: event_name === "verification.v2.extraction_completed" ? at : null,
  };
}

/** The fact about the subject of an event; null where its only subject is the verification itself. */
function changeOf(event: VerificationEvent): Stated | null {
  switch (event.event_name) {
    case "verification.v2.document_status_updated": {
      const { documents_status, previous_documents_status } = event.data;
      const fields = { documents_status, previous_documents_status: orNull(previous_documents_status) };
      return { table: "document_status_changes", fields };
    }
    case "verification.v2.findings.updated": {
      const { run_id, source, findings } = event.data;
      return { table: "findings_runs", fields: { run_id, source: orNull(source), findings } };
    }
    case "verification_item.v2.completed":
      return itemChange(event.data, { kind: "completed" });
    case "verification_item.v2.extraction_completed":
      return itemChange(event.data, { kind: "extraction_completed", success: event.data.success });
    case "verification_item.v2.internal_status_changed":
      return itemChange(event.data, { kind: "internal_status_changed", internal_status: event.data.internal_status });
    case "verification.v2.label_added":
    case "verification.v2.label_removed": {
      const { entity, comment } = event.data;
      const kind = event.event_name === "verification.v2.label_added" ? "added" : "removed";
      const { label, display_name, category } = entity;
      return { table: "label_changes", fields: { label, kind, display_name, category, comment } };
    }
    case "verification_people.curp_search_completed": {
      const { people_id, item_id, shareholder_id, people_error, people_error_message } = event.data;
      const fields = { people_id, item_id, shareholder_id, people_error: orNull(people_error), people_error_message };
      return { table: "curp_lookups", fields };
    }
    case "verification.v2.created":
    case "verification.v2.finished":
    case "verification.v2.extraction_completed":
      return null;
  }
}

type ItemChange = StatedFields["item_changes"];

function itemChange(
  { item_id, item_type, item_error }: Pick<ItemChange, "item_id" | "item_type" | "item_error">,
  own: Pick<ItemChange, "kind"> & Partial<ItemChange>,
): Stated {
  const about = { item_id, item_type: orNull(item_type), item_error: orNull(item_error) };
  return { table: "item_changes", fields: { ...about, internal_status: null, success: null, ...own } };
}
