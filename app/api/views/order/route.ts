export { putViewsOrder as PUT } from "#lib/server/views/handlers.ts";
