import { differencesFrom } from "#lib/contract/review/changes.ts";
import type { Basis, ReviewFacts, ReviewPolicy } from "#lib/contract/review/facts.ts";
import type { Difference } from "#lib/contract/verifications/review.ts";
import { isOfFacts, revisionOfVersion } from "#lib/server/verifications/review.ts";
import type { KnownBasis } from "./stored.ts";

type Now = { version: string; bases: readonly KnownBasis[]; facts: ReviewFacts; policy: ReviewPolicy };

/** The review at the version shown, beside the current one. */
export type Compared = {
  /** Nobody has changed the review since, and the facts differ in nothing that a decision is compared by. */
  same: boolean;
  /** None where the facts that were shown are not known any more. */
  differences: Difference[];
  /** Those facts, where they are known. */
  basis?: Basis;
};

/** Compares what a user was shown with what is now. */
export function compareShown(shown: string, { version, bases, facts, policy }: Now): Compared {
  if (shown === version) return { same: true, differences: [] };
  const known = bases.find(({ digest }) => isOfFacts(shown, digest));
  if (!known) return { same: false, differences: [] };
  const differences = differencesFrom({ resolution: "accepted", at: known.at, basis: known.basis }, facts, policy);
  const same = differences.length === 0 && revisionOfVersion(shown) === revisionOfVersion(version);
  return { same, differences, basis: known.basis };
}
