export { deleteUser as DELETE, patchUser as PATCH } from "#lib/edge/server/handlers/users.ts";
