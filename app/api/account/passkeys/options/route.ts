export { postOwnPasskeysOptions as POST } from "#lib/edge/server/handlers/account.ts";
