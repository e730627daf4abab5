export { deleteOwnSecondFactor as DELETE, postOwnSecondFactor as POST } from "#lib/server/handlers/account.ts";
