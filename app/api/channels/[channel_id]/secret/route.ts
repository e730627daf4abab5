export { postChannelSecret as POST } from "#lib/server/handlers/channels.ts";
