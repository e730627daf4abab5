export { getScimResourceType as GET } from "#lib/edge/server/handlers/scim.ts";
