export { deleteApiKey as DELETE } from "#lib/server/keys/handlers.ts";
