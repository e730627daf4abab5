export { getChannelSendings as GET } from "#lib/server/channels/handlers.ts";
