export { getKeyReplacements as GET, postKeyReplacements as POST } from "#lib/edge/server/handlers/keys.ts";
