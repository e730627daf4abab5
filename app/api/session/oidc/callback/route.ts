export { getSessionOidcCallback as GET } from "#lib/server/oidc/handlers.ts";
