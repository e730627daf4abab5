export { postInvitationsCheck as POST } from "#lib/edge/server/handlers/users.ts";
