export { deleteChannel as DELETE, patchChannel as PATCH } from "#lib/server/channels/handlers.ts";
