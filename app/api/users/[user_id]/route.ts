export { deleteUser as DELETE, patchUser as PATCH } from "#lib/server/access/user-handlers.ts";
