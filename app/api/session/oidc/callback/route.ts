export { getSessionOidcCallback as GET } from "#lib/server/handlers/oidc.ts";
