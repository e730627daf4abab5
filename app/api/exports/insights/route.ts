export { getInsightsExport as GET } from "#lib/edge/server/handlers/insights.ts";
