export { putRelationEnd as PUT } from "#lib/server/custody/handlers.ts";
