export { deleteChannel as DELETE, patchChannel as PATCH } from "#lib/server/handlers/channels.ts";
