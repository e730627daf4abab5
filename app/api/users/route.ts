export { getUsers as GET, postUsers as POST } from "#lib/server/handlers/users.ts";
