export { getScimServiceProviderConfig as GET } from "#lib/edge/server/handlers/scim.ts";
