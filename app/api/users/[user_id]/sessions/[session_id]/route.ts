export { deleteUserSession as DELETE } from "#lib/server/handlers/users.ts";
