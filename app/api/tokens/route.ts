export { getTokens as GET, postTokens as POST } from "#lib/server/tokens/handlers.ts";
