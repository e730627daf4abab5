import { may } from "#lib/contract/access/permissions.ts";
import { INSIGHTS } from "#lib/contract/insights/insights.ts";
import { route } from "#lib/server/http/route.ts";
import { readInsights } from "#lib/server/insights/read.ts";

/** The figures of a period; unreadable parameters are ignored, as in the list. */
export const GET = route({ access: "insights.read" }, ({ parameters, session }) => {
  const { filter } = INSIGHTS.read(parameters);
  const { id: userId, role } = session.user;
  return readInsights(filter, { userId, seesTeam: may(role, "insights.team") });
});
