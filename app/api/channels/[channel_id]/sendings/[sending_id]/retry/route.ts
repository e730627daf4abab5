export { postChannelSendingRetry as POST } from "#lib/server/handlers/channels.ts";
