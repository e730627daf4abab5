import { reviewPolicyInput } from "#lib/desk/contract/review/policy-input.ts";
import { changePolicy, policyFacts, readPolicy } from "#lib/desk/server/review/policy.ts";
import { route } from "#lib/edge/server/http/route.ts";

export const getReviewPolicy = route("GET /api/settings/review", { access: "settings.read" }, () => readPolicy());

/** Replaces the policy, for later events. */
export const putReviewPolicy = route(
  "PUT /api/settings/review",
  { access: "reviews.policy", stepUp: true, audit: "review_policy.changed", body: reviewPolicyInput },
  async ({ body, session, audit }) => {
    const { before, after } = await changePolicy(body, session.user.id);
    audit.add({ before: policyFacts(before), after: policyFacts(after) });
    return after;
  },
);
