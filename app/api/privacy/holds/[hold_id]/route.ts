export { deleteHold as DELETE } from "#lib/server/handlers/custody.ts";
