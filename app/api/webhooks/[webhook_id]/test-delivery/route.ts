export { postWebhookTestDelivery as POST } from "#lib/edge/server/handlers/webhooks.ts";
