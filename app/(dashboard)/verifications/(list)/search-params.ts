import { readVerificationFilter } from "#lib/contract/verifications/verification-filter.ts";

export type SearchParams = Record<string, string | string[] | undefined>;

/** The filter that an address means, read as the browser and `GET /api/verifications` read it. */
export function readSearchParams(given: SearchParams) {
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values ?? []].flat()) parameters.append(name, value);
  }
  return readVerificationFilter(parameters);
}
