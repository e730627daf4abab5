import type { Instant } from "#lib/platform/contract/time.ts";
import { isFinalRun } from "./basis.ts";
import { exceptionsOf } from "./exceptions.ts";
import type { ReviewFacts, ReviewPolicy } from "./facts.ts";
import type { StoredReview } from "./transitions.ts";

/** Why a file cannot be accepted together with others, in the order in which it is examined. */
export const BULK_OBSTACLES = [
  "off",
  "not_open",
  "second_person",
  "run_not_final",
  "exceptions",
  "not_opened",
] as const;
export type BulkObstacle = (typeof BULK_OBSTACLES)[number];

/** A file of `GET /api/review/bulk/acceptance`. */
export type AcceptableFile = {
  verification_id: string;
  /** The version that the answer describes: the acceptance has to name it. */
  version: string;
  /** Null if the file can be accepted together with others. */
  obstacle: BulkObstacle | null;
};

type Circumstances = { facts: ReviewFacts; policy: ReviewPolicy; now: Instant };

/**
 * The first obstacle to accepting this review together with others; null without one. `seen_at` is the time of the user's
 * last opening of the file. A run or a counting fact after this time requires another opening.
 */
export function bulkObstacle(
  { state, handled }: Pick<StoredReview, "state" | "handled">,
  { facts, policy, now }: Circumstances,
  seen_at: Instant | null,
): BulkObstacle | null {
  if (!policy.bulk_acceptance) return "off";
  if (state !== "open") return "not_open";
  if (policy.approval === "always") return "second_person";
  const { run, last_fact_at } = facts;
  if (!run || !isFinalRun(run)) return "run_not_final";
  if (exceptionsOf(facts, { handled, policy, now }).length > 0) return "exceptions";
  const isSeen = seen_at !== null && seen_at > run.known_at && (last_fact_at === null || seen_at > last_fact_at);
  return isSeen ? null : "not_opened";
}
