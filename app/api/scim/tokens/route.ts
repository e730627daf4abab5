export { getScimTokens as GET, postScimTokens as POST } from "#lib/edge/server/handlers/scim.ts";
