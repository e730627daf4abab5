export { postCspReports as POST } from "#lib/server/handlers/status.ts";
