export { deleteOwnSession as DELETE } from "#lib/edge/server/handlers/account.ts";
