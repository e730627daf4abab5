export { getHolds as GET, postHolds as POST } from "#lib/server/custody/handlers.ts";
