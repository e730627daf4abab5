export { postSetup as POST } from "#lib/server/handlers/users.ts";
