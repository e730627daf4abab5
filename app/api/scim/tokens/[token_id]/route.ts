export { deleteScimToken as DELETE } from "#lib/server/scim/handlers.ts";
