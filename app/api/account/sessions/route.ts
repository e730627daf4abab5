export { deleteOwnSessions as DELETE, getOwnSessions as GET } from "#lib/edge/server/handlers/account.ts";
