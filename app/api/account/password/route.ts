export { postOwnPassword as POST } from "#lib/edge/server/handlers/account.ts";
