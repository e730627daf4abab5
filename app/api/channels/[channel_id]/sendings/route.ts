export { getChannelSendings as GET } from "#lib/server/handlers/channels.ts";
