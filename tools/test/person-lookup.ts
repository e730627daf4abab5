import fc from "fast-check";
import { CURP_LOOKUP_ERRORS, outcomeOfCode, type PersonLookup } from "#lib/core/contract/people/person.ts";
import { ITEM_TYPES } from "#lib/core/contract/verifications/verification.ts";
import { code, instant, maybe, text } from "./arbitrary-values.ts";

const lookup: fc.Arbitrary<PersonLookup> = fc
  .record({
    times: fc.tuple(instant, instant).map((times) => times.toSorted()),
    reports: fc.integer({ min: 1, max: 9 }),
    people_error: maybe(fc.oneof(fc.constantFrom<string>(...CURP_LOOKUP_ERRORS), code)),
    people_error_message: maybe(text),
    item_id: maybe(fc.integer({ min: 10_000, max: 99_999 })),
    item_type: maybe(fc.oneof(fc.constantFrom<string>(...ITEM_TYPES), code)),
    shareholder_id: maybe(fc.nat(9_999)),
    outcome: fc.constantFrom("found" as const, "failed" as const, "ended" as const),
  })
  .map(
    ({ times: [at = "", last_at = ""], people_error, people_error_message, item_id, item_type, outcome, ...rest }) => ({
      ...rest,
      at,
      last_at,
      outcome: people_error === null ? outcome : outcomeOfCode(people_error),
      people_error,
      people_error_message: people_error === null ? null : people_error_message,
      item_id,
      item_type: item_id === null ? null : item_type,
    }),
  );

/** Reported lookups of a person, newest first; a document has at most one known type. */
export const personLookups: fc.Arbitrary<PersonLookup[]> = fc
  .uniqueArray(lookup, { selector: ({ item_id }) => item_id, maxLength: 6 })
  .map((lookups) => lookups.toSorted((a, b) => (a.at < b.at ? 1 : -1)));
