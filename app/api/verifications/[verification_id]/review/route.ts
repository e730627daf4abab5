import { verificationParams } from "#lib/contract/fields.ts";
import { reviewChange } from "#lib/contract/review/review-input.ts";
import { route } from "#lib/server/http/route.ts";
import { changeFacts, outcomeFacts } from "#lib/server/review/audit-facts.ts";
import { changeReview } from "#lib/server/review/command.ts";

/** Opens, assigns, sets to wait or decides a review, or marks items as dealt with. A role that may not decide may assign. */
export const PUT = route(
  {
    access: "reviews.assign",
    audit: "review.changed",
    params: verificationParams,
    body: reviewChange,
    maxBodyBytes: 512 * 1024,
  },
  async ({ params, body, session, audit }) => {
    audit.add({ after: changeFacts(body) });
    const review = await changeReview(params.verification_id, body, session.user);
    const isProposed = body.state === "open" && review.state === "approval";
    if (body.resolution || isProposed) audit.add({ after: outcomeFacts(review) });
    return review;
  },
);
