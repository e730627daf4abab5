export { getAlerts as GET, putAlerts as PUT } from "#lib/server/notices/handlers.ts";
