export { getScimTokens as GET, postScimTokens as POST } from "#lib/server/handlers/scim.ts";
