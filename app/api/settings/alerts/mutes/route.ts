export { putAlertsMutes as PUT } from "#lib/edge/server/handlers/notices.ts";
