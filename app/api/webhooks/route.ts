export { getWebhooks as GET, postWebhooks as POST } from "#lib/edge/server/handlers/webhooks.ts";
