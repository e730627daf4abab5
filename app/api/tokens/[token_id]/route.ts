export { deleteToken as DELETE } from "#lib/server/tokens/handlers.ts";
