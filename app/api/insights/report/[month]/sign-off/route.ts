export { postReportSignOff as POST } from "#lib/edge/server/handlers/insights.ts";
