import type { ReviewSince } from "#lib/desk/contract/review/log.ts";
import { database, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import { prepareFacts, readFacts } from "./facts.ts";
import { readLog } from "./log.ts";
import { readPolicy } from "./policy.ts";
import { readReview } from "./read.ts";
import { compareShown } from "./shown.ts";
import type { KnownBasis } from "./stored.ts";

/**
 * `GET /api/verifications/{id}/review/since`: steps, and differences of the facts, since a page was shown. Null for an
 * unknown verification.
 */
export async function readSince(
  verification_id: string,
  shown: { version: string; entry: number },
  { pool }: Pooled = database(),
): Promise<ReviewSince | null> {
  await prepareFacts({ pool });
  return inSnapshot(pool, async (tx) => {
    const reading = readFacts(tx, verification_id);
    const read = await readReview(tx, verification_id, reading);
    const facts = await reading;
    if (!read || !facts) return null;
    const stored = await tx.query<{ bases: KnownBasis[] }>("SELECT bases FROM reviews WHERE verification_id = $1", [
      verification_id,
    ]);
    const { version } = read.review;
    const policy = await readPolicy(tx);
    const now = { version, bases: stored.rows[0]?.bases ?? [], facts, policy };
    const { same, differences } = compareShown(shown.version, now);
    return { version, same, differences, entries: await readLog(tx, verification_id, shown.entry) };
  });
}
