export { getChannelSendings as GET } from "#lib/edge/server/handlers/channels.ts";
