import { custodyPolicyInput } from "#lib/contract/custody/custody-input.ts";
import { changeCustodyPolicy, custodyPolicyFacts } from "#lib/server/custody/policy.ts";
import { readCustody } from "#lib/server/custody/retention-runs.ts";
import { route } from "#lib/server/http/route.ts";

/** The retention periods of files, and the last deletions. */
export const GET = route({ access: "privacy.read" }, () => readCustody());

/** Changes the retention periods of all files. */
export const PUT = route(
  { access: "privacy.manage", stepUp: true, audit: "custody_policy.changed", body: custodyPolicyInput },
  async ({ body, session, audit }) => {
    const { before, after } = await changeCustodyPolicy(body, session.user.id);
    audit.add({ before: custodyPolicyFacts(before), after: custodyPolicyFacts(after) });
    return readCustody();
  },
);
