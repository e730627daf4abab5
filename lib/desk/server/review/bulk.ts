import type { BulkOutcome } from "#lib/core/contract/verifications/review.ts";
import type { BulkChange } from "#lib/desk/contract/review/review-input.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { makeChange, type Reviewer, undoReview } from "./command.ts";

/** A change of many reviews takes minutes; the page offers its undo for 30 seconds after the end. */
const BULK_UNDO_MS = 10 * 60_000;

/** Applies the same change to each of these reviews, and reports the version of each changed one. */
export const bulkChange = (
  ids: readonly string[],
  change: BulkChange,
  user: Reviewer,
  report: (line: BulkOutcome) => void,
  signal: AbortSignal,
  db: Pooled = database(),
): Promise<void> =>
  eachReview(ids, report, signal, async (verification_id) => {
    const { review, changed } = await makeChange(verification_id, change, user, db, false);
    return changed ? { version: review.version } : {};
  });

/** `POST /api/review/bulk/undo`: undoes the user's last step on each, unless a later one exists. */
export function bulkUndo(
  steps: readonly { verification_id: string; version: string }[],
  user: Reviewer,
  report: (line: BulkOutcome) => void,
  signal: AbortSignal,
  db: Pooled = database(),
): Promise<void> {
  const versions = new Map(steps.map(({ verification_id, version }) => [verification_id, version]));
  return eachReview([...versions.keys()], report, signal, async (verification_id) => {
    await undoReview(verification_id, versions.get(verification_id) ?? "", user, db, BULK_UNDO_MS);
    return {};
  });
}

/** Runs `run` for each id, one after the other; a failure is reported and does not stop the others. */
export async function eachReview(
  ids: readonly string[],
  report: (line: BulkOutcome) => void,
  signal: AbortSignal,
  run: (verification_id: string) => Promise<Pick<BulkOutcome, "version">>,
): Promise<void> {
  for (const verification_id of ids) {
    if (signal.aborted) return;
    try {
      report({ verification_id, outcome: "done", ...(await run(verification_id)) });
    } catch (error) {
      if (!(error instanceof CotejoError)) throw error;
      if (error.code === "NOT_FOUND") report({ verification_id, outcome: "not_found" });
      else report({ verification_id, outcome: "failed", code: error.code });
    }
  }
}
