import {
  DOCUMENTS_STATUSES,
  FINDINGS_SOURCES,
  SEVERITIES,
  type Severity,
} from "#lib/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";

/**
 * The interface's values have the places 1 to 4 of `ordered_summaries`, a missing value has 0, all others share one.
 */
export const NAMED = {
  status: ["finished", "pending", "pending_validation", "error"],
  documents_status: DOCUMENTS_STATUSES,
} satisfies Record<string, readonly string[]>;
export const OTHERS = 5;
/** In order: a missing value is last, whatever the direction. */
export const PLACES = [1, 2, 3, 4, OTHERS, 0];

export type Placed = keyof typeof NAMED;

export const placeOf = (name: Placed, value: string): number =>
  1 + (NAMED[name] as readonly string[]).indexOf(value) || OTHERS;

export const bitsOf = (severities: readonly Severity[]): number =>
  severities.reduce((bits, severity) => bits | (4 >> SEVERITIES.indexOf(severity)), 0);

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
export const EVERY_FACETS = Array.from({ length: 6 * 6 * 48 }, (_, code) => readFacets(code));

export const isEverything = (facets: readonly Facets[]): boolean => facets.length === EVERY_FACETS.length;

/** Whether facets alone do not decide what fits. */
export const namesOthers = (filter: VerificationFilter): boolean =>
  (Object.keys(NAMED) as Placed[]).some((name) => filter[name].some((value) => placeOf(name, value) === OTHERS));

/** Bounds that facets imply for the orders by findings and by items in error, so that the scan begins at the first match. */
export function leastOf(facets: readonly Facets[]): string[] {
  if (facets.length === 0) return [];
  const weight = Math.min(...facets.map(({ severities }) => LEAST_WEIGHT[severities] ?? 0));
  return [
    ...(weight > 0 ? [`l.by_findings >= ${weight}`] : []),
    ...(facets.every(({ in_error }) => in_error) ? ["l.by_items_with_error >= 1"] : []),
  ];
}
/** One finding of each severity weighs as much (`by_findings`). */
const LEAST_WEIGHT = Array.from({ length: 8 }, (_, bits) =>
  [1, 10_000, 100_000_000].reduce((sum, weight, bit) => sum + (bits & (1 << bit) ? weight : 0), 0),
);
