export { getHolds as GET, postHolds as POST } from "#lib/server/handlers/custody.ts";
