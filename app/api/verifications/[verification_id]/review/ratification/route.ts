import { verificationParams } from "#lib/contract/fields.ts";
import { ratification } from "#lib/contract/review/review-input.ts";
import { route } from "#lib/server/http/route.ts";
import { outcomeFacts } from "#lib/server/review/audit-facts.ts";
import { ratifyReview } from "#lib/server/review/command.ts";

/** Repeats the same decision on the current facts. */
export const POST = route(
  {
    access: "reviews.decide",
    audit: "review.ratified",
    params: verificationParams,
    body: ratification,
  },
  async ({ params, body, session, audit }) => {
    const review = await ratifyReview(params.verification_id, body.version, session.user, undefined, body.reason);
    audit.add({ after: outcomeFacts(review) });
    return review;
  },
);
