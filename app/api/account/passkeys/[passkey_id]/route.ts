export { deleteOwnPasskey as DELETE } from "#lib/server/access/account-handlers.ts";
