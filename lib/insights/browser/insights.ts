import { INSIGHTS, type InsightsParameters } from "#lib/insights/contract/insights.ts";
import { queryOf } from "#lib/platform/browser/api.ts";

/** The pause between the requests for an answer that is being computed; each waits for it a second. */
const COMPUTING_POLL_MS = 1_000;

/** The figures of a period, cached for a minute, since no live message announces changed figures. */
export const insightsOptions = (filter: InsightsParameters) =>
  queryOf(["insights", INSIGHTS.write(filter).toString()], "GET /api/insights", {
    query: INSIGHTS.write(filter),
    staleTime: 60_000,
    refetchInterval: ({ state }) => state.status !== "error" && state.data?.computing != null && COMPUTING_POLL_MS,
  });

export const insightsFile = (filter: InsightsParameters): string => {
  const parameters = INSIGHTS.write(filter);
  parameters.set("format", "csv");
  return `/api/exports/insights?${parameters}`;
};
