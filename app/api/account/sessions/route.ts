export { deleteOwnSessions as DELETE, getOwnSessions as GET } from "#lib/server/access/account-handlers.ts";
