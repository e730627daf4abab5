export { postOwnRecoveryCodes as POST } from "#lib/server/handlers/account.ts";
