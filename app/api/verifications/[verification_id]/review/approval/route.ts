import { verificationParams } from "#lib/contract/fields.ts";
import { approvalAnswer } from "#lib/contract/review/review-input.ts";
import { route } from "#lib/server/http/route.ts";
import { answerFacts } from "#lib/server/review/audit-facts.ts";
import { answerApproval } from "#lib/server/review/command.ts";

export const POST = route(
  {
    access: "reviews.decide",
    audit: "review.approval_answered",
    params: verificationParams,
    body: approvalAnswer,
  },
  async ({ params, body, session, audit }) => {
    audit.add({ after: { approve: body.approve } });
    const user = session.user;
    const review = await answerApproval(params.verification_id, body, user);
    audit.add({ after: { approve: undefined, ...answerFacts(body.approve, review, user) } });
    return review;
  },
);
