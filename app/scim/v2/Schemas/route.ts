export { getScimSchemas as GET } from "#lib/edge/server/handlers/scim.ts";
