export { postKeyReplacementMint as POST } from "#lib/server/keys/handlers.ts";
