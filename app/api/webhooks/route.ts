export { getWebhooks as GET, postWebhooks as POST } from "#lib/server/webhooks/handlers.ts";
