import type { Review } from "#lib/contract/verifications/review.ts";
import type { Client } from "#lib/server/db/database.ts";
import { noReview, readReviews, versionOf } from "#lib/server/verifications/review.ts";
import { digestOfFacts } from "./evaluate.ts";
import { readFacts } from "./facts.ts";
import { readPolicy } from "./policy.ts";

/**
 * The review of a verification with a version that is of the facts as this transaction sees them, so that whoever was shown
 * these may decide on them. `prepareFacts` comes first.
 */
export async function readReview(client: Client, verification_id: string): Promise<Review | null> {
  const facts = await readFacts(client, verification_id);
  if (!facts) return null;
  const digest = digestOfFacts(facts, await readPolicy(client));
  const review = (await readReviews(client, [verification_id])).get(verification_id);
  if (!review) return noReview(digest);
  return { ...review, version: versionOf(Number.parseInt(review.version, 10), digest) };
}
