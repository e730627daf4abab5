import { may } from "#lib/contract/access/permissions.ts";
import { bulkInput } from "#lib/contract/review/review-input.ts";
import type { BulkOutcome } from "#lib/contract/verifications/review.ts";
import { forbidden } from "#lib/server/base/errors.ts";
import { ndjsonResponse } from "#lib/server/http/responses.ts";
import { route } from "#lib/server/http/route.ts";
import { bulkChange, changeFacts, reviewerOf } from "#lib/server/review/command.ts";

/** Assigns, waits with or closes many reviews: one line for each id, in their order, whatever became of it. */
export const POST = route(
  {
    access: "reviews.assign",
    audit: "reviews.changed",
    limit: { calls: 60, seconds: 60 },
    body: bulkInput,
    maxBodyBytes: 512 * 1024,
  },
  async ({ request, body, session, audit }) => {
    const { assignee: _, ...rest } = body.change;
    const user = reviewerOf(session);
    if (!may(user.role, "reviews.decide") && Object.keys(rest).length > 0) throw forbidden();
    const ids = [...new Set(body.ids)];
    const counts = { asked: ids.length, done: 0, not_found: 0, failed: 0 };
    const ended = Promise.withResolvers<void>();
    audit.until(ended.promise);
    return ndjsonResponse<BulkOutcome>(request.signal, async (send, signal) => {
      const count = (line: BulkOutcome) => {
        counts[line.outcome] += 1;
        send(line);
      };
      const after = () => ({ ...changeFacts(body.change), ...counts, left_out: signal.aborted });
      try {
        await bulkChange(ids, body.change, user, count, signal);
        audit.add({ after: after() });
        ended.resolve();
      } catch (error) {
        audit.add({ after: after() });
        ended.reject(error);
        throw error;
      }
    });
  },
);
