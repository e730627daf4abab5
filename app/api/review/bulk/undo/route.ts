import { bulkUndoInput } from "#lib/contract/review/review-input.ts";
import type { BulkOutcome } from "#lib/contract/verifications/review.ts";
import { outcomesResponse } from "#lib/server/http/responses.ts";
import { route } from "#lib/server/http/route.ts";
import { bulkUndo } from "#lib/server/review/bulk.ts";

/** Undoes a change of many reviews: one line for each; reviews with a later change stay. */
export const POST = route(
  {
    access: "reviews.assign",
    audit: "reviews.undone",
    limit: { calls: 60, seconds: 60 },
    body: bulkUndoInput,
    maxBodyBytes: 512 * 1024,
  },
  async ({ request, body, session, audit }) => {
    const user = session.user;
    const counts = { done: 0, not_found: 0, failed: 0 };
    const facts = { asked: body.steps.length };
    return outcomesResponse<BulkOutcome>({ caller: request.signal, audit, counts, facts }, (send, signal) =>
      bulkUndo(body.steps, user, send, signal),
    );
  },
);
