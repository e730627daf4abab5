export { getOwnPasskeys as GET, postOwnPasskeys as POST } from "#lib/edge/server/handlers/account.ts";
