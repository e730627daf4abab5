export { deleteHold as DELETE } from "#lib/edge/server/handlers/custody.ts";
