export { postOwnPasskeysOptions as POST } from "#lib/server/access/account-handlers.ts";
