export { deleteScimToken as DELETE } from "#lib/edge/server/handlers/scim.ts";
