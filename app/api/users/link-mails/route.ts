export { postUsersLinkMails as POST } from "#lib/server/handlers/users.ts";
