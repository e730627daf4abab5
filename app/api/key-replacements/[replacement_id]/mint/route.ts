export { postKeyReplacementMint as POST } from "#lib/server/handlers/keys.ts";
