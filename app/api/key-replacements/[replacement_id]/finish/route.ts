export { postKeyReplacementFinish as POST } from "#lib/server/keys/handlers.ts";
