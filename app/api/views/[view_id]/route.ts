export { deleteView as DELETE, patchView as PATCH } from "#lib/server/views/handlers.ts";
