export { getRotations as GET, postRotations as POST } from "#lib/server/keys/handlers.ts";
