export { getAlerts as GET, putAlerts as PUT } from "#lib/server/handlers/notices.ts";
