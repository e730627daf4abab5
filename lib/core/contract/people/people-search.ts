import { curpEndsIn, holdsPartOfCurp, wholeCurpIn } from "#lib/platform/contract/curp-shape.ts";
import type { ListCount, PositionedRow } from "#lib/platform/contract/pages.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { defineFilter, someOf } from "#lib/platform/contract/url-parameters.ts";
import { PEOPLE_OUTCOMES, type PeopleOutcome } from "./person.ts";

/** A person in lists, for every role: of the registry's data only the ends of the CURP and the year of birth (design §9). */
export type PersonSummary = {
  verification_id: string;
  tag: string | null;
  title: string | null;
  people_id: number | null;
  /**
   * Number of earlier entries with the same `people_id`, or without one, to tell them apart. The index in the answer
   * would not do, since a new person moves all others.
   */
  occurrence: number;
  name: string | null;
  /** The service's name of the role; null if the answer has none. */
  role: string | null;
  birth_year: number | null;
  /** Shortened: `BOXW…09`. */
  curp: string | null;
  outcome: PeopleOutcome;
  /** Whether the service's answer has a PDF of the CURP. */
  has_pdf: boolean;
  /** The code of a failure in an event. */
  people_error: string | null;
  /** When the last lookup ended; if no event reported one, when the service's answer was stored. */
  at: Instant;
};

/** The answer of `POST /api/people/search`. */
export type PeopleList = {
  items: (PersonSummary & PositionedRow)[];
  next_cursor: string | null;
  /** Exact to 1,000. */
  total: ListCount;
  /** Of a search by text: returned with the requests that the page repeats by itself, which are not recorded. */
  proof?: string;
};

/** The people of some files (`RowsRequest`). */
export type PeopleRows = Pick<PeopleList, "items" | "total">;

/**
 * A person of another verification with the same CURP: the data for a link, without name and CURP. `role` is also null
 * once the retention has deleted the service's answer.
 */
export type SamePerson = Pick<
  PersonSummary,
  "verification_id" | "people_id" | "tag" | "title" | "role" | "outcome" | "people_error"
>;

/** `GET /api/verifications/{id}/people/{people_id}/others`: the latest lookup first, up to the number that a page shows. */
export type SamePeople = { items: SamePerson[]; has_more: boolean };

/** The part of a search in the page's address. */
export const PEOPLE_FILTER = defineFilter({ outcome: someOf(PEOPLE_OUTCOMES) });

/** Reasons for searching a CURP that the role is not shown. */
export const SEARCH_REASONS = ["review", "customer", "authority", "data_request"] as const;
export type SearchReason = (typeof SEARCH_REASONS)[number];

/** The posted search of people: it names people, so it appears in no URL (design §9). */
export type PeopleSearch = typeof PEOPLE_FILTER.empty & { q: string | null; reason?: SearchReason };

export const PEOPLE_TEXT_MAX = 200;

/**
 * A whole CURP, a part of one or its ends as in lists, or other words: recorded in the audit trail instead of the text.
 */
export type SearchKind = "curp" | "curp_part" | "words";

export function searchKindOf(text: string): SearchKind {
  if (wholeCurpIn(text) !== null) return "curp";
  return holdsPartOfCurp(text) || curpEndsIn(text) !== null ? "curp_part" : "words";
}
