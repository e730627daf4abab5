export { getAlerts as GET, putAlerts as PUT } from "#lib/edge/server/handlers/notices.ts";
