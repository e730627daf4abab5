import { randomUUID } from "node:crypto";
import type { BulkOutcome } from "#lib/core/contract/verifications/review.ts";
import { type AcceptableFile, bulkObstacle } from "#lib/desk/contract/review/bulk-acceptance.ts";
import { changed } from "#lib/desk/contract/review/commands.ts";
import { noReview, readReviews, revisionOfVersion, versionOf } from "#lib/desk/server/review-log/reviews.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import { type Client, database, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import { eachReview } from "./bulk.ts";
import { answeredCommand, type Reviewer } from "./command.ts";
import { digestOfFacts } from "./evaluate.ts";
import { prepareFacts, readFacts } from "./facts.ts";
import { readPolicy } from "./policy.ts";
import type { ReviewRow } from "./stored.ts";

const SEEN = "SELECT seen_at FROM verification_seen WHERE verification_id = $1 AND user_id = $2";

const seenAt = async (client: Client, verification_id: string, user_id: string): Promise<Instant | null> =>
  (await client.query<{ seen_at: Instant }>(SEEN, [verification_id, user_id])).rows[0]?.seen_at ?? null;

const STANDING = "SELECT standing FROM reviews WHERE verification_id = $1";

/** Which of these files the user can accept together, in the given order; unknown files are left out. */
export async function readAcceptable(
  ids: readonly string[],
  user_id: string,
  { pool }: Pooled = database(),
): Promise<{ files: AcceptableFile[] }> {
  await prepareFacts({ pool });
  return inSnapshot(pool, async (tx) => {
    const policy = await readPolicy(tx);
    const reviews = await readReviews(tx, ids);
    const now = instantFromMs(Date.now());
    const files: AcceptableFile[] = [];
    for (const verification_id of ids) {
      const facts = await readFacts(tx, verification_id);
      if (!facts) continue;
      const { state, version } = reviews.get(verification_id) ?? noReview();
      const { rows } = await tx.query<Pick<ReviewRow, "standing">>(STANDING, [verification_id]);
      const handled = rows[0]?.standing.handled ?? [];
      const seen_at = await seenAt(tx, verification_id, user_id);
      files.push({
        verification_id,
        version: versionOf(revisionOfVersion(version), digestOfFacts(facts, policy)),
        obstacle: bulkObstacle({ state, handled }, { facts, policy, now }, seen_at),
      });
    }
    return { files };
  });
}

/**
 * Accepts these files, each on its own version; the log names the step in each entry. A file that `readAcceptable` would
 * not offer now is refused.
 */
export function acceptTogether(
  files: readonly { verification_id: string; version: string }[],
  user: Reviewer,
  report: (line: BulkOutcome) => void,
  signal: AbortSignal,
  db: Pooled = database(),
): Promise<void> {
  const batch = randomUUID();
  const versions = new Map(files.map(({ verification_id, version }) => [verification_id, version]));
  return eachReview([...versions.keys()], report, signal, async (verification_id) => {
    const version = versions.get(verification_id) ?? "";
    const { review } = await answeredCommand(
      verification_id,
      version,
      user,
      async (held, context, tx) => {
        const seen_at = await seenAt(tx, verification_id, user.id);
        if (bulkObstacle(held.review, context, seen_at)) return { outcome: { refused: "NOT_FOR_BULK" } };
        const change = { state: "resolved", resolution: "accepted" } as const;
        return { outcome: changed(held.review, change, context), more: () => ({ batch }) };
      },
      db,
    );
    return { version: review.version };
  });
}
