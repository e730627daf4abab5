export { deleteOwnPasskey as DELETE } from "#lib/edge/server/handlers/account.ts";
