export { deleteKeyReplacement as DELETE } from "#lib/server/keys/handlers.ts";
