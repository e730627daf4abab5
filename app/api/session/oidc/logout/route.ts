export { postSessionOidcLogout as POST } from "#lib/edge/server/handlers/oidc.ts";
