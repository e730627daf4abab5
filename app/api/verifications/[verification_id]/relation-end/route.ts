export { putRelationEnd as PUT } from "#lib/edge/server/handlers/custody.ts";
