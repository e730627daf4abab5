export { postSessionOidcLogout as POST } from "#lib/server/handlers/oidc.ts";
