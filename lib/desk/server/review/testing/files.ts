import { ensureUser } from "#lib/access/server/users.ts";
import type { Review } from "#lib/core/contract/verifications/review.ts";
import type { ReviewLogEntry } from "#lib/desk/contract/review/log.ts";
import type { Reviewer } from "#lib/desk/server/review/command.ts";
import { evaluateDue } from "#lib/desk/server/review/due.ts";
import { listLog } from "#lib/desk/server/review/log.ts";
import { beginReviewsAt } from "#lib/desk/server/review/policy.ts";
import { readReview } from "#lib/desk/server/review/read.ts";
import type { Role } from "#lib/platform/manifest.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { type Arrival, deliver, drainBesideWorker, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";

const never = new AbortController().signal;

export const finding = (severity: string, missing_field?: string) => ({
  severity,
  message: `Falta ${missing_field ?? "algo"}`,
  ...(missing_field ? { missing_field } : {}),
});

/** A final run of these findings, computed and signed `at` seconds into the history. */
export const finalRun = (verification_id: string, findings: object[] = [], at = 100, run_id = `run_${at}`): Arrival =>
  deliver(
    "verification.v2.findings.updated",
    { verification_id, findings, source: "final", computed_at: secondsIn(at), run_id },
    at,
  );

/** The events of a file that is finished and has a final run of these findings. */
export const finishedFile = (verification_id: string, findings: object[] = []): Arrival[] => [
  deliver("verification.v2.created", { verification_id, status: "pending", created_at: secondsIn(0) }, 1),
  deliver("verification.v2.finished", { verification_id, status: "finished", created_at: secondsIn(0) }, 90),
  finalRun(verification_id, findings),
];

/** Helpers for tests of reviews on a database of their own. */
export function reviewDesk(database: Database) {
  const { pool } = database;
  const evaluated = () => evaluateDue(database, never);
  return {
    /** Lets reviews begin before every history of tests, with these changes of the policy. */
    async begin(changes: object = {}): Promise<void> {
      await beginReviewsAt("2026-01-01T00:00:00.000000Z", database);
      await pool.query(
        `INSERT INTO review_policies (version, policy)
         SELECT version + 1, policy || $1::jsonb FROM review_policies ORDER BY version DESC LIMIT 1`,
        [JSON.stringify(changes)],
      );
    },
    async user(name: string, role: Role): Promise<Reviewer> {
      const { id } = await ensureUser(
        { email: `${name}@example.mx`, name, role, password: "correct horse battery" },
        database,
      );
      return { id, name, role };
    },
    evaluated,
    /** Applies deliveries, and evaluates the rules. */
    async receive(...arrivals: Arrival[]): Promise<void> {
      await storeArrivals(pool, arrivals);
      await drainBesideWorker(database);
      await evaluated();
    },
    review: async (id: string): Promise<Review> => (await readReview(pool, id))?.review as Review,
    log: async (id: string): Promise<ReviewLogEntry[]> => (await listLog(id, database)).items,
    kinds: async (id: string) => (await listLog(id, database)).items.map(({ kind }) => kind).reverse(),
  };
}
