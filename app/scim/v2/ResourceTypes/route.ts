export { getScimResourceTypes as GET } from "#lib/edge/server/handlers/scim.ts";
