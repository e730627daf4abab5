export { getRotations as GET, postRotations as POST } from "#lib/edge/server/handlers/keys.ts";
