export { getInsightsExport as GET } from "#lib/server/handlers/insights.ts";
