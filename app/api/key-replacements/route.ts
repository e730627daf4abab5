export { getKeyReplacements as GET, postKeyReplacements as POST } from "#lib/server/handlers/keys.ts";
