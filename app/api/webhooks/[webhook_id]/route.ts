export { deleteWebhook as DELETE, getWebhook as GET, putWebhook as PUT } from "#lib/edge/server/handlers/webhooks.ts";
