export { getHolds as GET, postHolds as POST } from "#lib/edge/server/handlers/custody.ts";
