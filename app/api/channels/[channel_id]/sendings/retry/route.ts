export { postChannelSendingsRetry as POST } from "#lib/server/handlers/channels.ts";
