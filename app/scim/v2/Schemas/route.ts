export { getScimSchemas as GET } from "#lib/server/handlers/scim.ts";
