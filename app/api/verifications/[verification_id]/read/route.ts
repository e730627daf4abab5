export { postFileRead as POST } from "#lib/server/handlers/verification.ts";
