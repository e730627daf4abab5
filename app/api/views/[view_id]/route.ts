export { deleteView as DELETE, patchView as PATCH } from "#lib/server/handlers/views.ts";
