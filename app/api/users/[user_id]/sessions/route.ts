export { deleteUserSessions as DELETE, getUserSessions as GET } from "#lib/edge/server/handlers/users.ts";
