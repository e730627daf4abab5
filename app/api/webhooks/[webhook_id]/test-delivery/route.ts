export { postWebhookTestDelivery as POST } from "#lib/server/handlers/webhooks.ts";
