export { deleteOwnProvider as DELETE, postOwnProvider as POST } from "#lib/server/oidc/handlers.ts";
