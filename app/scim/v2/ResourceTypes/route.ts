export { getScimResourceTypes as GET } from "#lib/server/handlers/scim.ts";
