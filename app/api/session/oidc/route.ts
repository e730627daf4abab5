export { getSessionOidc as GET } from "#lib/edge/server/handlers/oidc.ts";
