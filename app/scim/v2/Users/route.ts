export { getScimUsers as GET, postScimUsers as POST } from "#lib/server/scim/handlers.ts";
