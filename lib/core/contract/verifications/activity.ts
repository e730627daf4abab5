import type { DeclaredBy, KeyIn } from "#lib/modules.ts";
import type { Permission } from "#lib/platform/contract/permissions.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Severity, VerificationItem } from "./verification.ts";

/**
 * The kinds of the activity's filter; `readings` are reads of the API, `set_aside` are deliveries that were not
 * applied.
 */
export const VERIFICATION_EVENT_KINDS = [
  "status",
  "documents",
  "findings",
  "items",
  "labels",
  "people",
  "readings",
  "set_aside",
] as const;
export type VerificationEventKind = (typeof VERIFICATION_EVENT_KINDS)[number];

type BySeverity = Record<Severity, number>;
export type StatedItem = Pick<VerificationItem, "item_id" | "item_type" | "item_error">;

/** The statement of an event, in the fields that its sentence names (interface, Event list). */
export type EventStatement =
  | { kind: "created" | "finished" | "extraction_completed" }
  /** The status of the verification, which most events carry. */
  | { kind: "status"; to: string }
  | { kind: "documents_status"; from: string | null; to: string }
  | ({ kind: "findings"; source: string | null; other: number } & BySeverity)
  | ({ kind: "item_completed" } & StatedItem)
  | ({ kind: "item_extracted"; success: boolean | null } & StatedItem)
  /** `from`: the status in the item's previous event; null if unknown. */
  | ({ kind: "item_status"; from: string | null; to: string } & StatedItem)
  | { kind: "label_added" | "label_removed"; label: string; name: string; comment: string | null }
  | { kind: "person"; people_id: number; people_error: string | null };

/** A delivery in activity lists, which show its payload. */
export type DeliveryEntry = {
  kind: "delivery";
  /** The key of an entry, from one sequence for deliveries and reads. */
  entry_id: number;
  /** The delivery's id in the event explorer. */
  delivery_id: number;
  event_name: string | null;
  /** Null for a delivery that was not understood, is too large for a list, or was deleted by the retention. */
  statement: EventStatement | null;
  state: "pending" | "applied" | "unrecognized" | "failed";
  received_at: Instant;
  /** The `t` of its signature. A retry may carry the `t` of the first attempt (design §1). */
  signed_at: Instant;
  /** Time of the event, at the latest the time of the signature; null without a time of its own, or while it is not read. */
  event_at: Instant | null;
  /** The event's text if it is no ISO 8601 time. */
  event_at_text: string | null;
  /** Signed more than five minutes before its receipt. */
  late: boolean;
  /** Number of receipts; one for most. */
  copies: number;
  /** Cause of `unrecognized` or `failed`, without values from the body. */
  last_error: string | null;
  /** False once the retention has deleted the payload. */
  kept: boolean;
  /** The stored payload is too large for a list: the delivery's own page has it. */
  too_large: boolean;
  /** The raw body as text, its own key order kept. Null when it is not UTF-8, too large, or kept no longer. */
  payload: string | null;
};

/** A difference between a reading and the one before; in a first reading every statement, with `from` null. */
export type ReadingChange =
  | {
      /** For `created_at` an instant, or its text if it is no ISO 8601 time. */
      field: "status" | "documents_status" | "tag" | "account_id" | "created_at";
      from: string | null;
      to: string | null;
    }
  | { field: "findings"; from: BySeverity | null; to: BySeverity | null; computed_at: Instant | null }
  /** How many people, and how many of them are new, gone or changed. */
  | { field: "people"; from: number | null; to: number; added: number; removed: number; changed: number }
  /** A field that the interface does not name, or the whole answer where its parts cannot be distinguished. */
  | { field: "other"; name: string };

/** A read with differences from the previous one: equal reads are folded into the first. */
export type ReadingEntry = {
  kind: "reading";
  entry_id: number;
  subject: "verification" | "people";
  /** When the service was read, on its own clock. */
  read_at: Instant;
  first: boolean;
  /** Null if this answer, or the previous one, is too large to be compared here, or was deleted by the retention. */
  changes: ReadingChange[] | null;
  /** False once the retention has deleted the answer. */
  kept: boolean;
  /** This answer, or the previous one, is too large for a list. */
  too_large: boolean;
  /**
   * The redacted answer, its own key order kept. Null for the answer with people, which is opened elsewhere, and if it is
   * too large or kept no longer.
   */
  payload: string | null;
};

/**
 * An entry of a verification's feed. Ordered by the time of a delivery's signature or of the read, so that a late arrival
 * is not at the top.
 */
export type VerificationEventEntry = DeliveryEntry | ReadingEntry;

export type VerificationEvents = { items: VerificationEventEntry[]; next_cursor: string | null };

/** The kinds of changes, by which the browser selects the queries to refetch. */
export type FactKind = KeyIn<DeclaredBy<"live">>;

/**
 * An SSE message: the kinds of change of a verification. Without data, so that it needs no authorisation of its own.
 */
export type LiveMessage = {
  verification_id: string;
  kinds: FactKind[];
  /** Only readers with this permission get the message; everybody does without one. */
  permission?: Permission;
  /** Only this user gets the message, which is about the user's notices; `verification_id` is empty then. */
  user_id?: string;
};
