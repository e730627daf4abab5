export { postKeyReplacementFinish as POST } from "#lib/server/handlers/keys.ts";
