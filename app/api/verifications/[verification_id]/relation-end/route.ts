export { putRelationEnd as PUT } from "#lib/server/handlers/custody.ts";
