export { postWebhookTestDelivery as POST } from "#lib/server/webhooks/handlers.ts";
