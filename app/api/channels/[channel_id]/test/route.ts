export { postChannelTest as POST } from "#lib/edge/server/handlers/channels.ts";
