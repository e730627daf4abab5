export { putPresence as PUT } from "#lib/edge/server/handlers/live.ts";
