import type { Instant } from "#lib/contract/time.ts";
import { mayStandInAddress, VERIFICATION_FILTER } from "./verification-filter.ts";

/** A saved view of the list. */
export type View = {
  view_id: string;
  name: string;
  /** The parameters of the list's address, without `?`. */
  query: string;
  /** Everybody has it; else its owner alone. */
  shared: boolean;
  /** The reader may change and delete it. */
  editable: boolean;
  created_at: Instant;
};

/**
 * `GET /api/views`: the shared ones in the team's order, then the reader's own; oldest first where nobody has moved them.
 */
export type Views = { items: View[] };

/** In code units. */
export const MAX_VIEW_NAME = 60;
export const MAX_VIEW_QUERY = 2_000;
/** Of one user, and as many again that are shared. */
export const MAX_VIEWS = 50;

/** The query of an address, percent-encoded. */
const AS_IN_ADDRESS = /^(?!\?)[!$-~]*$/;

/**
 * Whether it is a query that the list reads whole: no parameter that is unknown, and no value that would be ignored or
 * may name a person. What others share is opened as it is, so that nothing in it may be silently dropped.
 */
export function isViewQuery(query: string): boolean {
  if (!AS_IN_ADDRESS.test(query)) return false;
  const parameters = new URLSearchParams(query);
  const { filter, ignored } = VERIFICATION_FILTER.read(parameters);
  return (
    ignored.length === 0 &&
    [...parameters.keys()].every((name) => Object.hasOwn(VERIFICATION_FILTER.empty, name)) &&
    (filter.q === null || mayStandInAddress(filter.q))
  );
}
