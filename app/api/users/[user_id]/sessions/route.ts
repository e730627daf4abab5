export { deleteUserSessions as DELETE, getUserSessions as GET } from "#lib/server/access/user-handlers.ts";
