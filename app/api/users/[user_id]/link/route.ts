export { postUserLink as POST } from "#lib/server/access/user-handlers.ts";
