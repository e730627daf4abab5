export { putPresence as PUT } from "#lib/server/live/handlers.ts";
