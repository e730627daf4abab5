export { deleteToken as DELETE } from "#lib/edge/server/handlers/tokens.ts";
