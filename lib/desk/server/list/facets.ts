import {
  DOCUMENTS_STATUSES,
  FINDINGS_SOURCES,
  SEVERITIES,
  type Severity,
} from "#lib/core/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";

/** The places of values in `ordered_summaries`: 1 to 4 for the values of the interface, 0 without a value, 5 for others. */
export const NAMED_VALUES = {
  status: ["finished", "pending", "pending_validation", "error"],
  documents_status: DOCUMENTS_STATUSES,
} satisfies Record<string, readonly string[]>;
export const OTHER_PLACE = 5;
/** In order; a missing value is last in both directions. */
export const PLACES = [1, 2, 3, 4, OTHER_PLACE, 0];

export type PlacedField = keyof typeof NAMED_VALUES;

export const placeOf = (name: PlacedField, value: string): number =>
  1 + (NAMED_VALUES[name] as readonly string[]).indexOf(value) || OTHER_PLACE;

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

/** Whether a filter has a value outside the interface: these share a place, so facets alone do not decide the filter. */
export const namesOthers = (filter: VerificationFilter): boolean =>
  (Object.keys(NAMED_VALUES) as PlacedField[]).some((name) =>
    filter[name].some((value) => placeOf(name, value) === OTHER_PLACE),
  );

/** Lower bounds that facets imply for the sort keys of findings and item errors, so that a scan begins at the first match. */
export function lowerBoundOf(facets: readonly Facets[]): string[] {
  if (facets.length === 0) return [];
  const weight = Math.min(...facets.map(({ severities }) => LEAST_WEIGHT[severities] ?? 0));
  return [
    ...(weight > 0 ? [`l.by_findings >= ${weight}`] : []),
    ...(facets.every(({ in_error }) => in_error) ? ["l.by_items_with_error >= 1"] : []),
  ];
}
/** The least `by_findings` for each set of severities: the sum of a finding of each. */
const LEAST_WEIGHT = Array.from({ length: 8 }, (_, bits) =>
  [1, 10_000, 100_000_000].reduce((sum, weight, bit) => sum + (bits & (1 << bit) ? weight : 0), 0),
);
