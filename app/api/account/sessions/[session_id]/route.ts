export { deleteOwnSession as DELETE } from "#lib/server/handlers/account.ts";
