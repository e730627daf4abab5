export { postChannelSecret as POST } from "#lib/server/channels/handlers.ts";
