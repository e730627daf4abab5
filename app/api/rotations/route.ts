export { getRotations as GET, postRotations as POST } from "#lib/server/handlers/keys.ts";
