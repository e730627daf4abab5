import fc from "fast-check";
import { type Incompleteness, OUTAGE_CAUSES, PARTS } from "#lib/core/contract/verifications/incomplete.ts";
import {
  type Finding,
  type FindingsRun,
  ITEM_ERRORS,
  ITEM_TYPES,
  type ItemHistoryEntry,
  type LabelHistoryEntry,
  SEVERITIES,
  type TimelineEntry,
  type VerificationDetail,
  type VerificationItem,
  type VerificationLabel,
} from "#lib/core/contract/verifications/verification.ts";
import { withProblem } from "#lib/desk/contract/review/testing/item-problem.ts";
import { code, documentsStatus, instant, maybe, mostly, sharedFields, text, timeText } from "./arbitrary-values.ts";

const stated = { at: instant, at_text: timeText };
const inOrder = <Entry extends { at: string }>(entries: Entry[]): Entry[] =>
  entries.toSorted((a, b) => (a.at < b.at ? -1 : 1));

const timeline: fc.Arbitrary<TimelineEntry[]> = fc
  .array(
    fc.record({
      from: maybe(documentsStatus),
      to: documentsStatus,
      ...stated,
      source: fc.constantFrom("event" as const, "api" as const),
      gap: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map(inOrder);

const finding: fc.Arbitrary<Finding> = fc.record({
  severity: mostly(SEVERITIES),
  message: text,
  missing_field: maybe(text),
});

const run: fc.Arbitrary<FindingsRun> = fc.record({
  items: fc.array(finding, { maxLength: 5 }),
  computed_at: maybe(instant),
  computed_at_text: timeText,
  source: maybe(fc.oneof(fc.constantFrom("provisional", "final"), code)),
  run_id: maybe(code),
  found_by: fc.constantFrom("event" as const, "api" as const),
  before_reopening: fc.boolean(),
  finished_again: fc.boolean(),
});

const itemType = maybe(mostly(ITEM_TYPES));
const itemError = fc.option(fc.oneof(fc.constantFrom<string>(...ITEM_ERRORS), text), { freq: 1 });

const itemHistory: fc.Arbitrary<ItemHistoryEntry> = fc.record({
  kind: fc.constantFrom("completed" as const, "extraction_completed" as const, "internal_status_changed" as const),
  ...stated,
  item_type: itemType,
  item_error: itemError,
  internal_status: maybe(code),
  success: maybe(fc.boolean()),
});

const item: fc.Arbitrary<VerificationItem> = fc
  .record({
    item_id: fc.integer({ min: 1, max: 9_999 }),
    item_type: itemType,
    internal_status: maybe(code),
    item_error: itemError,
    completed_at: maybe(instant),
    extraction_completed_at: maybe(instant),
    success: maybe(fc.boolean()),
    history: fc.array(itemHistory, { maxLength: 3 }),
  })
  .map(withProblem);

const labelHistory: fc.Arbitrary<LabelHistoryEntry[]> = fc
  .array(fc.record({ kind: fc.constantFrom("added" as const, "removed" as const), ...stated, comment: maybe(text) }), {
    maxLength: 4,
  })
  .map(inOrder);

const label: fc.Arbitrary<VerificationLabel> = fc.record({
  label: code,
  display_name: maybe(text),
  category: maybe(text),
  comment: maybe(text),
  added_at: maybe(instant),
  removed_at: maybe(instant),
  history: labelHistory,
});

const incompleteness: fc.Arbitrary<Incompleteness> = fc.record({
  part: fc.constantFrom(...PARTS),
  from: maybe(instant),
  to: maybe(instant),
  reason: fc.constantFrom(...OUTAGE_CAUSES, "contradiction" as const),
});

/** Any answer about a verification that the page may get; parts may contradict each other, as facts do. */
export const verificationDetail: fc.Arbitrary<VerificationDetail> = fc
  .record({
    shared: fc.record({
      ...sharedFields,
      extraction_completed_at: maybe(instant),
      extraction_completed_at_text: timeText,
    }),
    timeline,
    runs: fc.array(run, { maxLength: 4 }),
    items: fc.uniqueArray(item, { selector: ({ item_id }) => item_id, maxLength: 4 }),
    labels: fc.uniqueArray(label, { selector: (entry) => entry.label, maxLength: 3 }),
    read_at: maybe(instant),
    possibly_incomplete: fc.array(incompleteness, { maxLength: 3 }),
    other: fc.dictionary(
      code,
      fc.oneof(text, fc.nat(9), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 2 })),
      { maxKeys: 3 },
    ),
  })
  .map((parts) => ({
    review: null,
    review_standing: null,
    verification: {
      verification_id: "ver_of_the_property",
      ...parts.shared,
      documents_status_at: null,
      has_gap: parts.timeline.some(({ gap }) => gap),
      findings: { high: 0, medium: 0, low: 0, source: null, computed_at: null, gravest: null },
      items_total: parts.items.length,
      items_with_error: parts.items.filter((item) => item.problem !== null).length,
      item_errors: [],
      item_types: [],
      item_types_with_error: [],
      labels: [],
      label_names: [],
      last_activity_at: null,
    },
    possibly_incomplete: parts.possibly_incomplete,
    documents_status_timeline: parts.timeline,
    findings: parts.runs[0] ?? null,
    findings_runs: parts.runs,
    items: parts.items,
    labels: parts.labels,
    freshness: { read_at: parts.read_at, stale: null, unknown_to_service: false },
    other_fields: parts.other,
    last_answer_kept: true,
    last_answer_too_large: false,
  }));
