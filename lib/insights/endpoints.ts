import type { InsightsAnswer } from "#lib/insights/contract/insights.ts";
import type { reportSignOff } from "#lib/insights/contract/report-input.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const INSIGHTS_ENDPOINTS = {
  "GET /api/exports/insights": answers<Response>(),
  "GET /api/insights": answers<InsightsAnswer>(),
  "POST /api/insights/report/{month}/sign-off": answers<void, typeof reportSignOff>(),
};
