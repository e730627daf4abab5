export { postCspReports as POST } from "#lib/server/status/handlers.ts";
