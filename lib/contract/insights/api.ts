import { answers } from "#lib/contract/endpoint.ts";
import type { Insights } from "#lib/contract/insights/insights.ts";
import type { reportSignOff } from "#lib/contract/insights/report-input.ts";

export const INSIGHTS_API = {
  "GET /api/exports/insights": answers<Response>(),
  "GET /api/insights": answers<Insights>(),
  "POST /api/insights/report/{month}/sign-off": answers<void, typeof reportSignOff>(),
};
