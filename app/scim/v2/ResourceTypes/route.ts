export { getScimResourceTypes as GET } from "#lib/server/scim/handlers.ts";
