import { acceptableAsked, bulkAcceptance } from "#lib/contract/review/review-input.ts";
import type { BulkOutcome } from "#lib/contract/verifications/review.ts";
import { outcomesResponse } from "#lib/server/http/responses.ts";
import { route } from "#lib/server/http/route.ts";
import { acceptTogether, readAcceptable } from "#lib/server/review/bulk-acceptance.ts";

/** Which of these files the user can accept together, and on which version of each. */
export const GET = route(
  { access: "reviews.decide", limit: { calls: 60, seconds: 60 }, query: acceptableAsked },
  ({ query: { ids }, session }) => readAcceptable([...new Set(ids)], session.user.id),
);

/** Accepts files together: one line with the outcome of each, in order. */
export const POST = route(
  {
    access: "reviews.decide",
    audit: "reviews.changed",
    limit: { calls: 60, seconds: 60 },
    body: bulkAcceptance,
  },
  async ({ request, body: { files }, session, audit }) => {
    const user = session.user;
    const counts = { done: 0, not_found: 0, failed: 0 };
    const facts = { state: "resolved", resolution: "accepted", asked: files.length };
    return outcomesResponse<BulkOutcome>({ caller: request.signal, audit, counts, facts }, (send, signal) =>
      acceptTogether(files, user, send, signal),
    );
  },
);
