export { postUserLink as POST } from "#lib/server/handlers/users.ts";
