import { decisionParams } from "#lib/contract/review/decision-check.ts";
import { checkDecision } from "#lib/server/decisions/check.ts";
import { route } from "#lib/server/http/route.ts";

/** Whether a decision stands at this moment, for the system that acts on it. */
export const GET = route(
  { access: "decisions.read", token: true, params: decisionParams, limit: { calls: 6_000, seconds: 60 } },
  ({ params }) => checkDecision(params.decision_id),
);
