export { putPresence as PUT } from "#lib/server/handlers/live.ts";
