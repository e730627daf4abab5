export { getScimServiceProviderConfig as GET } from "#lib/server/handlers/scim.ts";
