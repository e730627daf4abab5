import { mayAppearInUrl } from "#lib/platform/contract/curp-shape.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { VERIFICATION_FILTER } from "./verification-filter.ts";

export type View = {
  view_id: string;
  name: string;
  /** The parameters of the list's address, without `?`. */
  query: string;
  /** Visible to everybody; otherwise to its owner only. */
  shared: boolean;
  /** The reader may change and delete it. */
  editable: boolean;
  created_at: Instant;
};

/** `GET /api/views`: shared views in the team's order, then the reader's own; oldest first without an order. */
export type Views = {
  items: View[];
  /** Whether the policy has rules about dates, or a file has a day: else no view of dates is shown. */
  dated: boolean;
};

/** In code units. */
export const MAX_VIEW_NAME = 60;
export const MAX_VIEW_QUERY = 2_000;
/** Per user, and as many shared ones. */
export const MAX_VIEWS = 50;

/** The query of an address, percent-encoded. */
const ENCODED_QUERY = /^(?!\?)[!$-~]*$/;

/**
 * Whether the list accepts the whole query: no unknown parameter, and no value that would be ignored or may name a
 * person. A shared view must open unchanged, without silently dropped parts.
 */
export function isViewQuery(query: string): boolean {
  if (!ENCODED_QUERY.test(query)) return false;
  const parameters = new URLSearchParams(query);
  const { filter, ignored } = VERIFICATION_FILTER.read(parameters);
  return (
    ignored.length === 0 &&
    [...parameters.keys()].every((name) => Object.hasOwn(VERIFICATION_FILTER.empty, name)) &&
    (filter.q === null || mayAppearInUrl(filter.q))
  );
}
