export { getWebhookReplacement as GET, postWebhookReplacement as POST } from "#lib/server/webhooks/handlers.ts";
