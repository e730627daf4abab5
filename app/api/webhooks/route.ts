export { getWebhooks as GET, postWebhooks as POST } from "#lib/server/handlers/webhooks.ts";
