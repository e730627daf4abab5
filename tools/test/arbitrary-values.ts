import fc from "fast-check";
import type { Review } from "#lib/core/contract/verifications/review.ts";
import { REASONS, RESOLUTIONS, REVIEW_STATES } from "#lib/core/contract/verifications/review-codes.ts";
import { DOCUMENTS_STATUSES, VERIFICATION_STATUSES } from "#lib/core/contract/verifications/verification.ts";

/*
 * Answers of the read model, for property tests of pages. Each text contains a mark such as `q1234z` that no message has,
 * so that a text on a page can be traced to its source.
 */

export const MARK = /q\d+z/g;
export const NOW = new Date("2026-11-21T12:00:00.000Z");

/**
 * Texts that a page must neither drop nor interpret: markup, quotes, line ends, syntax of messages, a property of
 * Object.
 */
const tail = fc.constantFrom("", "", " <b>&amp;</b>", ' "x" {y}', "\nñ", ".constructor", " 100 %");
export const text = fc.tuple(fc.nat(999_999), tail).map(([number, rest]) => `q${number}z${rest}`);
export const code = fc.nat(999_999).map((number) => `q${number}z`);
export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 });

const HISTORY_MS = 120 * 86_400_000;
export const instant = fc
  .tuple(fc.integer({ min: 0, max: HISTORY_MS }), fc.boolean())
  .map(([before, ofThisMinute]) => new Date(NOW.getTime() - (ofThisMinute ? before % 60_000 : before)).toISOString());

/** Mostly one of these values, and sometimes another. */
export const mostly = (values: readonly string[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: code });
export const documentsStatus = mostly(DOCUMENTS_STATUSES);
export const status = mostly(VERIFICATION_STATUSES);

/** The text of an unreadable time in an event. */
export const timeText = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, text, fc.constant(""));

/** Only an open review has a due time, and only a waiting one has a time of return. */
export const review: fc.Arbitrary<Review> = fc
  .record({
    state: maybe(fc.constantFrom(...REVIEW_STATES)),
    resolution: fc.constantFrom(...RESOLUTIONS),
    reasons: fc.subarray([...REASONS]),
    lookup: maybe(fc.constantFrom("to_correct", "not_completed")),
    assignee: maybe(fc.record({ user_id: fc.uuid(), name: text })),
    decided_by: maybe(text),
    approved_by: maybe(text),
    returned_by: maybe(fc.record({ name: text, reason: maybe(text) })),
    due_at: instant,
    follow_up_on: instant,
    version: code,
  })
  .map(({ state, resolution, due_at, follow_up_on, ...given }) => ({
    ...given,
    state,
    resolution: state === "resolved" || state === "approval" ? resolution : null,
    due_at: state === "open" ? due_at : null,
    follow_up_on: state === "waiting" ? follow_up_on.slice(0, 10) : null,
  }));

/** Fields of a verification in both the list and the page. */
export const sharedFields = {
  tag: maybe(text),
  title: maybe(text),
  tax_id: maybe(code),
  account_id: maybe(code),
  account_name: maybe(text),
  created_at: maybe(instant),
  created_at_text: maybe(text),
  status: maybe(status),
  status_at: maybe(instant),
  documents_status: maybe(documentsStatus),
  first_completed_at: maybe(instant),
};
