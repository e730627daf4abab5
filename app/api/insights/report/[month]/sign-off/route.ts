export { postReportSignOff as POST } from "#lib/server/handlers/insights.ts";
