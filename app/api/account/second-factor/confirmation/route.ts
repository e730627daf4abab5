export { postOwnSecondFactorConfirmation as POST } from "#lib/server/handlers/account.ts";
