export { getTokens as GET, postTokens as POST } from "#lib/server/handlers/tokens.ts";
