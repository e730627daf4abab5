export { postReportSignOff as POST } from "#lib/server/insights/handlers.ts";
