export { deleteReveal as DELETE } from "#lib/server/vault/handlers.ts";
