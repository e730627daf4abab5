export { getScimResourceType as GET } from "#lib/server/handlers/scim.ts";
