import { verificationParams } from "#lib/contract/fields.ts";
import { reviewVersion } from "#lib/contract/review/review-input.ts";
import { route } from "#lib/server/http/route.ts";
import { undoReview } from "#lib/server/review/command.ts";

/** Undoes the caller's last step, within a minute. */
export const POST = route(
  {
    access: "reviews.assign",
    audit: "review.undone",
    params: verificationParams,
    body: reviewVersion,
  },
  ({ params, body, session }) => undoReview(params.verification_id, body.version, session.user),
);
