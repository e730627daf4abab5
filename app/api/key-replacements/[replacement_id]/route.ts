export { deleteKeyReplacement as DELETE } from "#lib/edge/server/handlers/keys.ts";
