export { postChannelTest as POST } from "#lib/server/channels/handlers.ts";
