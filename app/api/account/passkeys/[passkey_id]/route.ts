export { deleteOwnPasskey as DELETE } from "#lib/server/handlers/account.ts";
