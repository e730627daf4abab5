export { getScimResourceType as GET } from "#lib/server/scim/handlers.ts";
