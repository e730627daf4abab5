import { z } from "zod";
import { identifier } from "#lib/contract/fields.ts";
import { reviewVersion } from "#lib/contract/review/review-input.ts";
import { route } from "#lib/server/http/route.ts";
import { reviewerOf, undoReview } from "#lib/server/review/command.ts";

/** Takes one's own last step back, within ten seconds. */
export const POST = route(
  {
    access: "reviews.assign",
    audit: "review.undone",
    params: z.object({ verification_id: identifier }),
    body: reviewVersion,
  },
  ({ params, body, session }) => undoReview(params.verification_id, body.version, reviewerOf(session)),
);
