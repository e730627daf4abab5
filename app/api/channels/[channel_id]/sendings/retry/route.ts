export { postChannelSendingsRetry as POST } from "#lib/server/channels/handlers.ts";
