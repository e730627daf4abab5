export { getOutages as GET } from "#lib/edge/server/handlers/outages.ts";
