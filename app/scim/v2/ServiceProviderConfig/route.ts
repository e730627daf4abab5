export { getScimServiceProviderConfig as GET } from "#lib/server/scim/handlers.ts";
