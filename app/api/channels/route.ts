export { getChannels as GET, postChannels as POST } from "#lib/server/channels/handlers.ts";
