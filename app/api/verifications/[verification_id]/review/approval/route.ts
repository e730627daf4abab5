import { z } from "zod";
import { identifier } from "#lib/contract/fields.ts";
import { approvalAnswer } from "#lib/contract/review/review-input.ts";
import { route } from "#lib/server/http/route.ts";
import { answerApproval, reviewerOf } from "#lib/server/review/command.ts";

/** What the second person says of a decision that awaits approval. */
export const POST = route(
  {
    access: "reviews.decide",
    audit: "review.approval_answered",
    params: z.object({ verification_id: identifier }),
    body: approvalAnswer,
  },
  async ({ params, body, session, audit }) => {
    audit.add({ after: { approve: body.approve } });
    return answerApproval(params.verification_id, body, reviewerOf(session));
  },
);
