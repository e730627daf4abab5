import { verificationParams } from "#lib/contract/fields.ts";
import { explanationInput } from "#lib/contract/review/explanation-input.ts";
import { route } from "#lib/server/http/route.ts";
import { explainFinding } from "#lib/server/review/explanations.ts";

/** Explains a finding, or changes or deletes its explanation. The trail has the text of neither. */
export const PUT = route(
  {
    access: "reviews.decide",
    audit: "review.explained",
    limit: { calls: 60, seconds: 60 },
    params: verificationParams,
    body: explanationInput,
  },
  async ({ params, body, session, audit }) => {
    audit.add({ after: { severity: body.severity, explained: body.text !== null } });
    await explainFinding({ ...params, ...body }, session.user);
  },
);
