export { postKeyReplacementFinish as POST } from "#lib/edge/server/handlers/keys.ts";
