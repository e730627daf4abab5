import {
  DOCUMENTS_STATUSES,
  FINDINGS_SOURCES,
  isOutcomeType,
  SEVERITIES,
  type Severity,
} from "#lib/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";

/** Values that the interface names have the places 1 to 4 of `ordered_summaries`, none has 0, all others share one. */
export const NAMED = {
  status: ["finished", "pending", "pending_validation", "error"],
  documents_status: DOCUMENTS_STATUSES,
} satisfies Record<string, readonly string[]>;
export const OTHERS = 5;
/** In their order: what has none is the last, whatever the direction. */
export const PLACES = [1, 2, 3, 4, OTHERS, 0];

export type Placed = keyof typeof NAMED;

const placeOf = (name: Placed, value: string): number =>
  1 + (NAMED[name] as readonly string[]).indexOf(value) || OTHERS;

/** The facets of a row, decoded from `ordered_summaries.facets`. `source` is null unless a filter can ask for it. */
export const readFacets = (code: number) => ({
  code,
  status: Math.floor(code / 288),
  documents_status: Math.floor(code / 48) % 6,
  severities: Math.floor(code / 6) % 8,
  in_error: Math.floor(code / 3) % 2 === 1,
  source: [null, ...FINDINGS_SOURCES][code % 3] ?? null,
});
export type Facets = ReturnType<typeof readFacets>;
const ALL = Array.from({ length: 6 * 6 * 48 }, (_, code) => readFacets(code));

/** Whether all that fits has an item in error. */
export const impliesError = ({ has_item_error, item_error, item_type }: VerificationFilter): boolean =>
  has_item_error || item_error.length > 0 || (item_type.length > 0 && item_type.every(isOutcomeType));

/** Those that fit a filter. Values that the interface does not name share theirs: see `namesOthers`. */
export function facetsOf(filter: VerificationFilter): readonly Facets[] {
  const placed = (name: Placed, facets: Facets) =>
    filter[name].length === 0 || filter[name].some((value) => placeOf(name, value) === facets[name]);
  const bitsOf = (severities: readonly Severity[]) =>
    severities.reduce((bits, severity) => bits | (4 >> SEVERITIES.indexOf(severity)), 0);
  const severities = bitsOf(filter.severity);
  const inError = impliesError(filter);
  const sources = filter.findings_source;
  return ALL.filter(
    (facets) =>
      placed("status", facets) &&
      placed("documents_status", facets) &&
      (severities === 0 || (facets.severities & severities) !== 0) &&
      (facets.severities & bitsOf(filter.without_severity)) === 0 &&
      (!inError || facets.in_error) &&
      (sources.length === 0 || (facets.source !== null && sources.includes(facets.source))),
  );
}

export const isEverything = (facets: readonly Facets[]): boolean => facets.length === ALL.length;

/** Whether facets alone do not decide what fits. */
export const namesOthers = (filter: VerificationFilter): boolean =>
  (Object.keys(NAMED) as Placed[]).some((name) => filter[name].some((value) => placeOf(name, value) === OTHERS));
