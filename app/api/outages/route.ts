export { getOutages as GET } from "#lib/server/handlers/outages.ts";
