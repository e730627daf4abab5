export { putAlertsMutes as PUT } from "#lib/server/notices/handlers.ts";
