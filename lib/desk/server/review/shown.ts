import type { Difference } from "#lib/core/contract/verifications/review.ts";
import { differencesFrom } from "#lib/desk/contract/review/changes.ts";
import type { Basis, ReviewFacts, ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { isOfFacts, revisionOfVersion } from "#lib/desk/server/review-log/reviews.ts";
import type { KnownBasis } from "./stored.ts";

type CurrentReview = { version: string; bases: readonly KnownBasis[]; facts: ReviewFacts; policy: ReviewPolicy };

/** The comparison of the shown version with the current review. */
export type ShownComparison = {
  /** The review has no later step, and no compared fact differs. */
  same: boolean;
  /** Empty if the shown facts are no longer known. */
  differences: Difference[];
  /** The shown facts, if known. */
  basis?: Basis;
};

/** Compares the state shown to a user with the current one. */
export function compareShown(shown: string, { version, bases, facts, policy }: CurrentReview): ShownComparison {
  if (shown === version) return { same: true, differences: [] };
  const known = bases.find(({ digest }) => isOfFacts(shown, digest));
  if (!known) return { same: false, differences: [] };
  const differences = differencesFrom({ resolution: "accepted", at: known.at, basis: known.basis }, facts, policy);
  const same = differences.length === 0 && revisionOfVersion(shown) === revisionOfVersion(version);
  return { same, differences, basis: known.basis };
}
