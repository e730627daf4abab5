export { postChannelTest as POST } from "#lib/server/handlers/channels.ts";
