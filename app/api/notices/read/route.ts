export { putNoticesRead as PUT } from "#lib/server/handlers/notices.ts";
