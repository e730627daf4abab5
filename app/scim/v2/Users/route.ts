export { getScimUsers as GET, postScimUsers as POST } from "#lib/server/handlers/scim.ts";
