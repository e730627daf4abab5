import type { Instant } from "#lib/contract/time.ts";
import { type IgnoredParameter, type Parameters, readParameters } from "#lib/contract/url-parameters.ts";
import { PEOPLE_OUTCOMES, type PeopleOutcome } from "./person.ts";

/** A person as lists show them, to every role: no field of the registry but the ends of the CURP (design §9). */
export type PersonSummary = {
  verification_id: string;
  tag: string | null;
  people_id: number | null;
  /**
   * How many of the same `people_id`, or of those without one, the service lists before: what distinguishes them. The place
   * in its answer would not do, since a person who joins moves all others.
   */
  occurrence: number;
  name: string | null;
  /** Shortened: `BOXW…09`. */
  curp: string | null;
  outcome: PeopleOutcome;
  /** The code of a failure that an event reported. */
  people_error: string | null;
  /** When the last lookup ended; where no event reported one, since when the service's answer stands. */
  at: Instant;
};

/** The answer of `POST /api/people/search`. */
export type PeopleList = {
  items: PersonSummary[];
  next_cursor: string | null;
  /** Exact to 1,000. */
  total: number | { at_least: number };
};

/** What people are searched by, as it is posted: it names people, so it stands in no address (design §9). */
export type PeopleSearch = { q: string | null; outcome: PeopleOutcome[] };

export const PEOPLE_TEXT_MAX = 200;

/** What of a search stands in the address of the page. */
export type PeopleFilter = Pick<PeopleSearch, "outcome">;
export const EMPTY_PEOPLE_FILTER: PeopleFilter = { outcome: [] };

/** Reads `outcome=found,none`, or the same repeated. */
export function readPeopleFilter(parameters: Parameters): { filter: PeopleFilter; ignored: IgnoredParameter[] } {
  const { ignored, known } = readParameters(parameters);
  const given = known("outcome", PEOPLE_OUTCOMES);
  return { filter: { outcome: PEOPLE_OUTCOMES.filter((value) => given.includes(value)) }, ignored };
}

/** The parameters of a filter in one order, so that equal filters have one address. */
export const writePeopleFilter = ({ outcome }: PeopleFilter): URLSearchParams =>
  new URLSearchParams(PEOPLE_OUTCOMES.filter((value) => outcome.includes(value)).map((value) => ["outcome", value]));
