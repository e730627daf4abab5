export { getWebhookReplacement as GET, postWebhookReplacement as POST } from "#lib/edge/server/handlers/webhooks.ts";
