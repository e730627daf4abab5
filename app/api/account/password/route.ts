export { postOwnPassword as POST } from "#lib/server/handlers/account.ts";
