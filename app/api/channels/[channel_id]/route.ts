export { deleteChannel as DELETE, patchChannel as PATCH } from "#lib/edge/server/handlers/channels.ts";
