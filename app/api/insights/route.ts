export { getInsights as GET } from "#lib/server/handlers/insights.ts";
