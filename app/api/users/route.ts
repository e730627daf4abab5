export { getUsers as GET, postUsers as POST } from "#lib/edge/server/handlers/users.ts";
