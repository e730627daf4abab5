export { deleteOwnProvider as DELETE, postOwnProvider as POST } from "#lib/edge/server/handlers/oidc.ts";
