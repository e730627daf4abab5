export { deleteOwnSessions as DELETE, getOwnSessions as GET } from "#lib/server/handlers/account.ts";
