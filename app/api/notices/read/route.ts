export { putNoticesRead as PUT } from "#lib/server/notices/handlers.ts";
