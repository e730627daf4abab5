export { putViewsOrder as PUT } from "#lib/server/handlers/views.ts";
