export { postOwnNotices as POST } from "#lib/server/handlers/account.ts";
