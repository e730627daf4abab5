export { postOutageDismissal as POST } from "#lib/server/webhooks/outage-handlers.ts";
