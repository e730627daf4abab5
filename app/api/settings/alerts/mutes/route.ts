export { putAlertsMutes as PUT } from "#lib/server/handlers/notices.ts";
