export { getChannels as GET, postChannels as POST } from "#lib/server/handlers/channels.ts";
