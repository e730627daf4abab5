export { getWebhookReplacement as GET, postWebhookReplacement as POST } from "#lib/server/handlers/webhooks.ts";
