import fc from "fast-check";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import type {
  DeliveryEntry,
  EventStatement,
  ReadingChange,
  ReadingEntry,
} from "#lib/core/contract/verifications/activity.ts";
import { code, documentsStatus, instant, maybe, status, text } from "./arbitrary-values.ts";

/** A body as it was sent: JSON in any layout, or any other text. */
const payload = maybe(
  fc.oneof(
    fc
      .tuple(fc.dictionary(code, fc.oneof(text, fc.nat(9_999), fc.constant(null)), { maxKeys: 3 }), fc.boolean())
      .map(([body, spaced]) => JSON.stringify(body, null, spaced ? 3 : 0)),
    text,
  ),
);

/** An entry without payload if it was deleted by the retention or is too large for a list. */
const withPayload = <Entry extends { kept: boolean; too_large: boolean; payload: string | null }>(
  entry: Entry,
): Entry => (entry.kept && !entry.too_large ? entry : { ...entry, payload: null, too_large: entry.kept });

const itemFacts = { item_id: fc.nat(9_999), item_type: maybe(code), item_error: maybe(code) };
const counts = { high: fc.nat(40), medium: fc.nat(40), low: fc.nat(40), other: fc.nat(40) };

export const eventStatement: fc.Arbitrary<EventStatement> = fc.oneof(
  fc.record({ kind: fc.constantFrom("created" as const, "finished" as const, "extraction_completed" as const) }),
  fc.record({ kind: fc.constant("documents_status" as const), from: maybe(documentsStatus), to: documentsStatus }),
  fc.record({ kind: fc.constant("findings" as const), source: maybe(code), ...counts }),
  fc.record({ kind: fc.constant("item_completed" as const), ...itemFacts }),
  fc.record({ kind: fc.constant("item_extracted" as const), success: maybe(fc.boolean()), ...itemFacts }),
  fc.record({ kind: fc.constant("item_status" as const), from: maybe(code), to: code, ...itemFacts }),
  fc.record({
    kind: fc.constantFrom("label_added" as const, "label_removed" as const),
    label: code,
    name: text,
    comment: maybe(text),
  }),
  fc.record({ kind: fc.constant("person" as const), people_id: fc.nat(9_999), people_error: maybe(code) }),
);

export const deliveryEntry: fc.Arbitrary<DeliveryEntry> = fc
  .record({
    kind: fc.constant("delivery" as const),
    entry_id: fc.nat(),
    delivery_id: fc.integer({ min: 10_000, max: 9_999_999 }),
    event_name: maybe(fc.oneof(fc.constantFrom<string>(...EVENT_NAMES), code)),
    statement: maybe(eventStatement),
    state: fc.constantFrom("pending" as const, "applied" as const, "unrecognized" as const, "failed" as const),
    received_at: instant,
    signed_at: instant,
    event_at: maybe(instant),
    event_at_text: maybe(text),
    late: fc.boolean(),
    copies: fc.integer({ min: 1, max: 40 }),
    last_error: maybe(text),
    kept: fc.boolean(),
    too_large: fc.boolean(),
    payload,
  })
  .map(withPayload);

const severities = fc.record({ high: fc.nat(40), medium: fc.nat(40), low: fc.nat(40) });
const change = fc.oneof<fc.Arbitrary<ReadingChange>[]>(
  fc.record({ field: fc.constant("status" as const), from: maybe(status), to: maybe(status) }),
  fc.record({
    field: fc.constant("documents_status" as const),
    from: maybe(documentsStatus),
    to: maybe(documentsStatus),
  }),
  fc.record({
    field: fc.constantFrom("tag" as const, "account_id" as const),
    from: maybe(text),
    to: maybe(text),
  }),
  fc.record({
    field: fc.constant("created_at" as const),
    from: maybe(fc.oneof(instant, text)),
    to: maybe(fc.oneof(instant, text)),
  }),
  fc.record({
    field: fc.constant("findings" as const),
    from: maybe(severities),
    to: maybe(severities),
    computed_at: maybe(instant),
  }),
  fc.record({
    field: fc.constant("people" as const),
    from: maybe(fc.nat(40)),
    to: fc.nat(40),
    added: fc.nat(40),
    removed: fc.nat(40),
    changed: fc.nat(40),
  }),
  fc.record({ field: fc.constant("other" as const), name: code }),
);

export const readingEntry: fc.Arbitrary<ReadingEntry> = fc
  .record({
    kind: fc.constant("reading" as const),
    entry_id: fc.nat(),
    subject: fc.constantFrom("verification" as const, "people" as const),
    read_at: instant,
    first: fc.boolean(),
    // A field changes once in a reading; any number of other fields.
    changes: maybe(
      fc.uniqueArray(change, {
        selector: (entry) => (entry.field === "other" ? entry.name : entry.field),
        maxLength: 5,
      }),
    ),
    kept: fc.boolean(),
    too_large: fc.boolean(),
    payload,
  })
  .map(withPayload)
  .map((entry) => (entry.too_large ? { ...entry, changes: null } : entry));
