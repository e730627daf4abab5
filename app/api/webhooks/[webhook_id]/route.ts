export { deleteWebhook as DELETE, getWebhook as GET, putWebhook as PUT } from "#lib/server/handlers/webhooks.ts";
