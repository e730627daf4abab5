import fc from "fast-check";
import { PARTS } from "#lib/core/contract/verifications/incomplete.ts";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { code, instant, maybe, review, sharedFields, text } from "./arbitrary-values.ts";

/** A row of the list. */
export const verificationSummary: fc.Arbitrary<VerificationSummary> = fc
  .record({
    ...sharedFields,
    documents_status_at: maybe(instant),
    has_gap: fc.boolean(),
    findings: fc.record({
      high: fc.nat(40),
      medium: fc.nat(40),
      low: fc.nat(40),
      source: maybe(fc.constantFrom("provisional", "final")),
      computed_at: maybe(instant),
      gravest: maybe(
        fc.record({
          severity: fc.constantFrom("high", "medium", "low", "grave"),
          message: text,
          missing_field: maybe(text),
        }),
      ),
    }),
    found: fc.boolean(),
    items_with_error: fc.nat(9),
    sound: fc.nat(40),
    item_errors: fc.uniqueArray(code, { maxLength: 2 }),
    item_types: fc.uniqueArray(code, { maxLength: 3 }),
    labels: fc.uniqueArray(code, { maxLength: 4 }),
    last_activity_at: maybe(instant),
    review: maybe(review),
    possibly_incomplete: fc.subarray([...PARTS]),
  })
  .map(({ found, sound, ...row }) => ({
    ...row,
    verification_id: "ver_of_the_property",
    // Half of the files have no known run.
    findings: found ? row.findings : { high: 0, medium: 0, low: 0, source: null, computed_at: null, gravest: null },
    items_total: row.items_with_error + sound,
    item_types_with_error: row.items_with_error > 0 ? row.item_types : [],
    label_names: row.labels,
  }));
