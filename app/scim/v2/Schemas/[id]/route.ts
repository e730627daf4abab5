export { getScimSchema as GET } from "#lib/server/handlers/scim.ts";
