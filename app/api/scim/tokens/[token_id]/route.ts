export { deleteScimToken as DELETE } from "#lib/server/handlers/scim.ts";
