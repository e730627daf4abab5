export { postSessionOidcLogout as POST } from "#lib/server/oidc/handlers.ts";
