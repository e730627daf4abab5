import { needToKnowInput } from "#lib/core/contract/need-to-know/need-to-know-input.ts";
import { changeNeedToKnow, needToKnowFacts, readNeedToKnow } from "#lib/core/server/need-to-know/policy.ts";
import { route } from "#lib/edge/server/http/route.ts";

/** The policy of need to know: the data of a person shown to each role, and the roles that give a reason. */
export const getNeedToKnow = route("GET /api/settings/need-to-know", { access: "settings.read" }, () =>
  readNeedToKnow(),
);

/** Puts another policy in force; the next answer about a person follows it. */
export const putNeedToKnow = route(
  "PUT /api/settings/need-to-know",
  { access: "settings.manage", stepUp: true, audit: "need_to_know.changed", body: needToKnowInput },
  async ({ body, session, audit }) => {
    const { before, after } = await changeNeedToKnow(body, session.user.id);
    audit.add({ before: needToKnowFacts(before), after: needToKnowFacts(after) });
    return after;
  },
);
