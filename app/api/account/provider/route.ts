export { deleteOwnProvider as DELETE, postOwnProvider as POST } from "#lib/server/handlers/oidc.ts";
