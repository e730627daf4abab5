export { postOwnPasskeysOptions as POST } from "#lib/server/handlers/account.ts";
