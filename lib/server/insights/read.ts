import type { Insights, InsightsParameters } from "#lib/contract/insights/insights.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";

/** Whose workload an answer shows: everybody's, or the caller's own. */
export type InsightsCaller = { userId: string; seesTeam: boolean };

/** `GET /api/insights`. */
export async function readInsights(
  _filter: InsightsParameters,
  _caller: InsightsCaller,
  _connection: Pooled = database(),
): Promise<Insights> {
  throw new Error("not computed yet");
}
