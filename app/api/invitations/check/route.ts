export { postInvitationsCheck as POST } from "#lib/server/handlers/users.ts";
