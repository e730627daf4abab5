export { deleteView as DELETE, patchView as PATCH } from "#lib/edge/server/handlers/views.ts";
