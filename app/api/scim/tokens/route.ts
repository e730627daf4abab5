export { getScimTokens as GET, postScimTokens as POST } from "#lib/server/scim/handlers.ts";
