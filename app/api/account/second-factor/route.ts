export { deleteOwnSecondFactor as DELETE, postOwnSecondFactor as POST } from "#lib/server/access/account-handlers.ts";
