export { deleteKeyReplacement as DELETE } from "#lib/server/handlers/keys.ts";
