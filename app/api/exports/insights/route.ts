export { getInsightsExport as GET } from "#lib/server/insights/handlers.ts";
