export { postUserLink as POST } from "#lib/edge/server/handlers/users.ts";
