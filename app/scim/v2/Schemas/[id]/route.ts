export { getScimSchema as GET } from "#lib/server/scim/handlers.ts";
