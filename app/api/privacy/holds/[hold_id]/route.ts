export { deleteHold as DELETE } from "#lib/server/custody/handlers.ts";
