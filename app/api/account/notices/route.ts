export { postOwnNotices as POST } from "#lib/server/access/account-handlers.ts";
