export { getInsights as GET } from "#lib/server/insights/handlers.ts";
