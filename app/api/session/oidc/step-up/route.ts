export { getSessionOidcStepUp as GET } from "#lib/server/handlers/oidc.ts";
