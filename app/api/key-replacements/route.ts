export { getKeyReplacements as GET, postKeyReplacements as POST } from "#lib/server/keys/handlers.ts";
