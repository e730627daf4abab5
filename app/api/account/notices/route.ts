export { postOwnNotices as POST } from "#lib/edge/server/handlers/account.ts";
