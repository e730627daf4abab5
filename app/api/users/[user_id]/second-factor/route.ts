export { deleteUserSecondFactor as DELETE } from "#lib/server/handlers/users.ts";
