export { postInvitations as POST } from "#lib/server/handlers/users.ts";
