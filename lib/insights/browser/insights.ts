import { INSIGHTS, type InsightsParameters } from "#lib/insights/contract/insights.ts";
import { queryOf } from "#lib/platform/browser/api.ts";

/** The figures of a period, cached for a minute, since no live message announces changed figures. */
export const insightsOptions = (filter: InsightsParameters) =>
  queryOf(["insights", INSIGHTS.write(filter).toString()], "GET /api/insights", {
    query: INSIGHTS.write(filter),
    staleTime: 60_000,
  });

export const insightsFile = (filter: InsightsParameters): string => {
  const parameters = INSIGHTS.write(filter);
  parameters.set("format", "csv");
  return `/api/exports/insights?${parameters}`;
};
