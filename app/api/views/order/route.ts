export { putViewsOrder as PUT } from "#lib/edge/server/handlers/views.ts";
