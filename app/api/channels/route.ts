export { getChannels as GET, postChannels as POST } from "#lib/edge/server/handlers/channels.ts";
