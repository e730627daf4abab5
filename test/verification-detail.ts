import fc from "fast-check";
import { EVENT_NAMES } from "#lib/contract/event.ts";
import type { Finding } from "#lib/contract/finding.ts";
import { ITEM_ERRORS, ITEM_TYPES } from "#lib/contract/item.ts";
import { SEVERITIES } from "#lib/contract/severity.ts";
import {
  type DeliveryEntry,
  DOCUMENTS_STATUSES,
  type FindingsRun,
  type ItemHistoryEntry,
  type LabelHistoryEntry,
  type ReadingChange,
  type ReadingEntry,
  type TimelineEntry,
  VERIFICATION_STATUSES,
  type VerificationDetail,
  type VerificationItem,
  type VerificationLabel,
  type VerificationSummary,
} from "#lib/contract/verification.ts";

/*
 * Answers of the read model, for property tests of what pages show. Each text holds a mark such as `q1234z` that no
 * message of ours has, so that what is found on a page can be traced to where it came from.
 */

export const MARK = /q\d+z/g;
export const NOW = new Date("2026-11-21T12:00:00.000Z");

/** What a page must neither swallow nor obey: markup, quotes, line ends, a message's own syntax, a name of Object's. */
const tail = fc.constantFrom("", "", " <b>&amp;</b>", ' "x" {y}', "\nñ", ".constructor", " 100 %");
export const text = fc.tuple(fc.nat(999_999), tail).map(([number, rest]) => `q${number}z${rest}`);
export const code = fc.nat(999_999).map((number) => `q${number}z`);
export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 });

const HISTORY_MS = 120 * 86_400_000;
export const instant = fc
  .tuple(fc.integer({ min: 0, max: HISTORY_MS }), fc.boolean())
  .map(([before, ofThisMinute]) => new Date(NOW.getTime() - (ofThisMinute ? before % 60_000 : before)).toISOString());

const documents = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<string>(...DOCUMENTS_STATUSES) },
  { weight: 1, arbitrary: code },
);
const status = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<string>(...VERIFICATION_STATUSES) },
  { weight: 1, arbitrary: code },
);

const timeline: fc.Arbitrary<TimelineEntry[]> = fc
  .array(
    fc.record({
      from: maybe(documents),
      to: documents,
      at: instant,
      source: fc.constantFrom("event" as const, "api" as const),
      gap: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((entries) => entries.toSorted((a, b) => (a.at < b.at ? -1 : 1)));

const finding: fc.Arbitrary<Finding> = fc.record({
  severity: fc.oneof({ weight: 5, arbitrary: fc.constantFrom<string>(...SEVERITIES) }, { weight: 1, arbitrary: code }),
  message: text,
  missing_field: maybe(text),
});

const run: fc.Arbitrary<FindingsRun> = fc.record({
  items: fc.array(finding, { maxLength: 5 }),
  computed_at: maybe(instant),
  source: maybe(fc.oneof(fc.constantFrom("provisional", "final"), code)),
  run_id: maybe(code),
  found_by: fc.constantFrom("event" as const, "api" as const),
  before_reopening: fc.boolean(),
});

const itemType = maybe(
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom<string>(...ITEM_TYPES) }, { weight: 1, arbitrary: code }),
);
const itemError = fc.option(fc.oneof(fc.constantFrom<string>(...ITEM_ERRORS), text), { freq: 1 });

const itemHistory: fc.Arbitrary<ItemHistoryEntry> = fc.record({
  kind: fc.constantFrom("completed" as const, "extraction_completed" as const, "internal_status_changed" as const),
  at: instant,
  item_type: itemType,
  item_error: itemError,
  internal_status: maybe(code),
  success: maybe(fc.boolean()),
});

const item: fc.Arbitrary<VerificationItem> = fc.record({
  item_id: fc.integer({ min: 1, max: 9_999 }),
  item_type: itemType,
  internal_status: maybe(code),
  item_error: itemError,
  completed_at: maybe(instant),
  extraction_completed_at: maybe(instant),
  success: maybe(fc.boolean()),
  history: fc.array(itemHistory, { maxLength: 3 }),
});

const labelHistory: fc.Arbitrary<LabelHistoryEntry[]> = fc
  .array(
    fc.record({ kind: fc.constantFrom("added" as const, "removed" as const), at: instant, comment: maybe(text) }),
    {
      maxLength: 4,
    },
  )
  .map((entries) => entries.toSorted((a, b) => (a.at < b.at ? -1 : 1)));

const label: fc.Arbitrary<VerificationLabel> = fc.record({
  label: code,
  display_name: maybe(text),
  category: maybe(text),
  comment: maybe(text),
  added_at: maybe(instant),
  removed_at: maybe(instant),
  history: labelHistory,
});

/** Anything the page may be asked to show of a verification; parts may contradict each other, as facts do. */
export const verificationDetail: fc.Arbitrary<VerificationDetail> = fc
  .record({
    tag: maybe(text),
    account_id: maybe(code),
    account_name: maybe(text),
    created_at: maybe(instant),
    status: maybe(status),
    status_at: maybe(instant),
    documents_status: maybe(documents),
    first_completed_at: maybe(instant),
    extraction_completed_at: maybe(instant),
    timeline,
    runs: fc.array(run, { maxLength: 4 }),
    items: fc.uniqueArray(item, { selector: ({ item_id }) => item_id, maxLength: 4 }),
    labels: fc.uniqueArray(label, { selector: (entry) => entry.label, maxLength: 3 }),
    read_at: maybe(instant),
    other: fc.dictionary(
      code,
      fc.oneof(text, fc.nat(9), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 2 })),
      {
        maxKeys: 3,
      },
    ),
  })
  .map((parts) => ({
    verification: {
      verification_id: "ver_of_the_property",
      account_id: parts.account_id,
      account_name: parts.account_name,
      tag: parts.tag,
      created_at: parts.created_at,
      status: parts.status,
      status_at: parts.status_at,
      documents_status: parts.documents_status,
      documents_status_at: null,
      first_completed_at: parts.first_completed_at,
      has_gap: parts.timeline.some(({ gap }) => gap),
      findings: { high: 0, medium: 0, low: 0, source: null, computed_at: null },
      items_total: parts.items.length,
      items_with_error: parts.items.filter(({ item_error }) => item_error !== null).length,
      item_errors: [],
      labels: [],
      label_names: [],
      last_activity_at: null,
      extraction_completed_at: parts.extraction_completed_at,
    },
    documents_status_timeline: parts.timeline,
    findings: parts.runs[0] ?? null,
    findings_runs: parts.runs,
    items: parts.items,
    labels: parts.labels,
    freshness: { read_at: parts.read_at, stale: null, unknown_to_service: false },
    other_fields: parts.other,
  }));

/** A row of the list. */
export const verificationSummary: fc.Arbitrary<VerificationSummary> = fc
  .record({
    tag: maybe(text),
    account_id: maybe(code),
    account_name: maybe(text),
    created_at: maybe(instant),
    status: maybe(status),
    status_at: maybe(instant),
    documents_status: maybe(documents),
    documents_status_at: maybe(instant),
    first_completed_at: maybe(instant),
    has_gap: fc.boolean(),
    findings: fc.record({
      high: fc.nat(40),
      medium: fc.nat(40),
      low: fc.nat(40),
      source: maybe(fc.constantFrom("provisional", "final")),
      computed_at: maybe(instant),
    }),
    found: fc.boolean(),
    items_with_error: fc.nat(9),
    sound: fc.nat(40),
    item_errors: fc.uniqueArray(code, { maxLength: 2 }),
    labels: fc.uniqueArray(code, { maxLength: 4 }),
    last_activity_at: maybe(instant),
  })
  .map(({ found, sound, ...row }) => ({
    ...row,
    verification_id: "ver_of_the_property",
    // As often a file of which no run is known.
    findings: found ? row.findings : { high: 0, medium: 0, low: 0, source: null, computed_at: null },
    items_total: row.items_with_error + sound,
    label_names: row.labels,
  }));

/** A body as it was sent: JSON laid out in any way, or whatever else came. */
const payload = maybe(
  fc.oneof(
    fc
      .tuple(fc.dictionary(code, fc.oneof(text, fc.nat(9_999), fc.constant(null)), { maxKeys: 3 }), fc.boolean())
      .map(([body, spaced]) => JSON.stringify(body, null, spaced ? 3 : 0)),
    text,
  ),
);

export const deliveryEntry: fc.Arbitrary<DeliveryEntry> = fc.record({
  kind: fc.constant("delivery" as const),
  entry_id: fc.nat(),
  delivery_id: fc.integer({ min: 10_000, max: 9_999_999 }),
  event_name: maybe(fc.oneof(fc.constantFrom<string>(...EVENT_NAMES), code)),
  state: fc.constantFrom("pending" as const, "applied" as const, "unrecognized" as const, "failed" as const),
  received_at: instant,
  signed_at: instant,
  late: fc.boolean(),
  copies: fc.integer({ min: 1, max: 40 }),
  last_error: maybe(text),
  payload,
});

const severities = fc.record({ high: fc.nat(40), medium: fc.nat(40), low: fc.nat(40) });
const change = fc.oneof<fc.Arbitrary<ReadingChange>[]>(
  fc.record({ field: fc.constant("status" as const), from: maybe(status), to: maybe(status) }),
  fc.record({ field: fc.constant("documents_status" as const), from: maybe(documents), to: maybe(documents) }),
  fc.record({
    field: fc.constantFrom("tag" as const, "account_id" as const),
    from: maybe(text),
    to: maybe(text),
  }),
  fc.record({ field: fc.constant("created_at" as const), from: maybe(instant), to: maybe(instant) }),
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

export const readingEntry: fc.Arbitrary<ReadingEntry> = fc.record({
  kind: fc.constant("reading" as const),
  entry_id: fc.nat(),
  subject: fc.constantFrom("verification" as const, "people" as const),
  read_at: instant,
  received_at: instant,
  first: fc.boolean(),
  // A field changes once in a reading; other fields are as many as there are names.
  changes: fc.uniqueArray(change, {
    selector: (entry) => (entry.field === "other" ? entry.name : entry.field),
    maxLength: 5,
  }),
  payload,
});
