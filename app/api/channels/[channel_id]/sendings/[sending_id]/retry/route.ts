export { postChannelSendingRetry as POST } from "#lib/server/channels/handlers.ts";
