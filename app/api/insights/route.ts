export { getInsights as GET } from "#lib/edge/server/handlers/insights.ts";
