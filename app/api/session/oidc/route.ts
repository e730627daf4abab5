export { getSessionOidc as GET } from "#lib/server/oidc/handlers.ts";
