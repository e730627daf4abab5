export { deleteUserSecondFactor as DELETE } from "#lib/edge/server/handlers/users.ts";
