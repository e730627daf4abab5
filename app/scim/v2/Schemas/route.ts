export { getScimSchemas as GET } from "#lib/server/scim/handlers.ts";
