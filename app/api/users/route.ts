export { getUsers as GET, postUsers as POST } from "#lib/server/access/user-handlers.ts";
