export { getSessionOidc as GET } from "#lib/server/handlers/oidc.ts";
