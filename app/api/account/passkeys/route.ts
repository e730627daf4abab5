export { getOwnPasskeys as GET, postOwnPasskeys as POST } from "#lib/server/handlers/account.ts";
