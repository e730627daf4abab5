export { deleteUserSession as DELETE } from "#lib/server/access/user-handlers.ts";
