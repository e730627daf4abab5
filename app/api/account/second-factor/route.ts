export { deleteOwnSecondFactor as DELETE, postOwnSecondFactor as POST } from "#lib/edge/server/handlers/account.ts";
