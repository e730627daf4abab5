export { deleteApiKey as DELETE } from "#lib/server/handlers/keys.ts";
