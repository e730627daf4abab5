import { z } from "zod";
import { identifier } from "#lib/contract/fields.ts";
import { reviewVersion } from "#lib/contract/review/review-input.ts";
import { route } from "#lib/server/http/route.ts";
import { outcomeFacts, ratifyReview, reviewerOf } from "#lib/server/review/command.ts";

/** The same decision again, on the facts of now. */
export const POST = route(
  {
    access: "reviews.decide",
    audit: "review.ratified",
    params: z.object({ verification_id: identifier }),
    body: reviewVersion,
  },
  async ({ params, body, session, audit }) => {
    const review = await ratifyReview(params.verification_id, body.version, reviewerOf(session));
    audit.add({ after: outcomeFacts(review) });
    return review;
  },
);
