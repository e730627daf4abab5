import { may } from "#lib/contract/access/permissions.ts";
import { INSIGHTS } from "#lib/contract/insights/insights.ts";
import { filterQuery } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";
import { readInsights } from "#lib/server/insights/read.ts";

/** The figures of a period. */
export const GET = route(
  { access: "insights.read", query: filterQuery(INSIGHTS) },
  ({ query: { filter }, session }) => {
    const { id: userId, role } = session.user;
    return readInsights(filter, { userId, seesTeam: may(role, "insights.team") });
  },
);
