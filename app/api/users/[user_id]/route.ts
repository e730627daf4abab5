export { deleteUser as DELETE, patchUser as PATCH } from "#lib/server/handlers/users.ts";
