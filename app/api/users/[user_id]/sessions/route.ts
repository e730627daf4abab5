export { deleteUserSessions as DELETE, getUserSessions as GET } from "#lib/server/handlers/users.ts";
