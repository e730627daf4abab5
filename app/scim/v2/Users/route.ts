export { getScimUsers as GET, postScimUsers as POST } from "#lib/edge/server/handlers/scim.ts";
