export { getOutages as GET } from "#lib/server/webhooks/outage-handlers.ts";
