export { postWebhookReplacementMoves as POST } from "#lib/server/handlers/webhooks.ts";
