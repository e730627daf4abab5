export { getTokens as GET, postTokens as POST } from "#lib/edge/server/handlers/tokens.ts";
