import { may } from "#lib/contract/access/permissions.ts";
import { bulkInput } from "#lib/contract/review/review-input.ts";
import type { BulkOutcome } from "#lib/contract/verifications/review.ts";
import { forbidden } from "#lib/server/base/errors.ts";
import { outcomesResponse } from "#lib/server/http/responses.ts";
import { route } from "#lib/server/http/route.ts";
import { changeFacts } from "#lib/server/review/audit-facts.ts";
import { bulkChange } from "#lib/server/review/bulk.ts";

/** Assigns, closes or sets to wait many reviews: one line with the outcome of each id, in order. */
export const POST = route(
  {
    access: "reviews.assign",
    audit: "reviews.changed",
    limit: { calls: 60, seconds: 60 },
    body: bulkInput,
    maxBodyBytes: 512 * 1024,
  },
  async ({ request, body, session, audit }) => {
    const { assignee: _, note: __, ...rest } = body.change;
    const user = session.user;
    if (!may(user.role, "reviews.decide") && Object.keys(rest).length > 0) throw forbidden();
    const ids = [...new Set(body.ids)];
    const counts = { done: 0, not_found: 0, failed: 0 };
    const facts = { ...changeFacts(body.change), asked: ids.length };
    return outcomesResponse<BulkOutcome>({ caller: request.signal, audit, counts, facts }, (send, signal) =>
      bulkChange(ids, body.change, user, send, signal),
    );
  },
);
