export { postWebhookReplacementMoves as POST } from "#lib/server/webhooks/handlers.ts";
