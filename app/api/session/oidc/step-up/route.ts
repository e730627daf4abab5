export { getSessionOidcStepUp as GET } from "#lib/server/oidc/handlers.ts";
