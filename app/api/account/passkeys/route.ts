export { getOwnPasskeys as GET, postOwnPasskeys as POST } from "#lib/server/access/account-handlers.ts";
